#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Start and stop, load and unload, many times (HKJ_CYCLES, HKJ_LOADS): each one
# works, and nothing is left of it.

. "$(dirname "$0")/abuse.sh"

nr_cycles=${HKJ_CYCLES:-12}
nr_loads=${HKJ_LOADS:-8}

# The ways in which a session ends.
stop_at_once()
{
	[ "$(put run 0)" = ok ]
}

stop_after_reading()
{
	read_all
	[ "$(put run 0)" = ok ]
}

stop_by_duration()
{
	wait_for 30 is_state done
}

stop_twice()
{
	(put run 0 > /dev/null) &
	stop_at_once && wait
}

ends=(stop_at_once stop_after_reading stop_by_duration stop_twice)
policies=(other fifo:1 fifo:98)

# cycle NUMBER
cycle()
{
	local end=${ends[$1 % ${#ends[@]}]} duration_ms=0

	[ "$end" != stop_by_duration ] || duration_ms=1
	put policy "${policies[$1 % ${#policies[@]}]}" > /dev/null
	put initiators $(($1 / 2 % 2)) > /dev/null
	put duration_ms "$duration_ms" > /dev/null
	[ "$(put run 1)" = ok ] && "$end" && is_state done && no_thread_left
}

cycles()
{
	local i

	for ((i = 0; i < nr_cycles; i++)); do
		cycle "$i" && continue
		note "cycle $i of $nr_cycles: state '$(get state)', last_error '$(get last_error)'"
		return 1
	done
}

# What the module holds when it is told to go, in turn.
leave_idle()
{
	return 0
}

leave_done()
{
	run_session 1
}

leave_running()
{
	run_endless
}

leave_failed()
{
	put threshold_ns 1 > /dev/null
	[ "$(put run 1)" != ok ]
}

leavings=(leave_idle leave_done leave_running leave_failed)

loads()
{
	local i

	for ((i = 0; i < nr_loads; i++)); do
		load && "${leavings[i % ${#leavings[@]}]}" && unload && ! is_loaded &&
			[ ! -e "$S" ] && [ ! -e /dev/hkjitter ] && no_thread_left && continue
		note "load $i of $nr_loads"
		return 1
	done
}

no_probe_left()
{
	! grep -q hkj /sys/kernel/debug/kprobes/list && ! grep -q '\[hkjitter\]' /proc/kallsyms
}

begin 6
check "$nr_cycles starts and stops" cycles
check "the books balance" books_balance
check "$nr_loads loads and unloads" loads
check "no probe is left" no_probe_left
check_no_leak
end
