#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Unloading, hotplug, reconfiguration, starting and stopping, in every state of a
# session, while CPU 0 is busy: HKJ_STATE_ROUNDS times each pair. Whatever comes of
# it, nothing hangs, and the next session is as good as any.

. "$(dirname "$0")/abuse.sh"

nr_rounds=${HKJ_STATE_ROUNDS:-1}

# A start takes about this long; what meets it comes at any time of it.
start_ms=300

busy=

make_busy()
{
	(while :; do /bin/true; done) &
	busy=$!
}

end_busy()
{
	kill "$busy" && wait "$busy" 2> /dev/null
}

in_idle()
{
	unload && load
}

in_starting()
{
	put duration_ms 0 > /dev/null
	(put run 1 > /dev/null 2>&1) &
	sleep "0.$(printf '%03d' $((RANDOM % start_ms)))"
}

in_running()
{
	run_endless
}

in_done()
{
	run_session 1
}

# It ends by itself meanwhile.
in_ending()
{
	put duration_ms 1 > /dev/null
	[ "$(put run 1)" = ok ]
}

do_unload()
{
	timeout 60 rmmod hkjitter && ! is_loaded && [ ! -e "$S" ]
}

do_hotplug()
{
	switch_cpu "$target" 0
	switch_cpu "$target" 1
	[ "$(cat "/sys/devices/system/cpu/cpu$target/online")" = 1 ]
}

# All or nothing: a value that is refused is not there.
do_configure()
{
	local answer

	answer=$(put threshold_ns 54321)
	case $answer in
	ok) [ "$(get threshold_ns)" = 54321 ] ;;
	"Device or resource busy") [ "$(get threshold_ns)" != 54321 ] ;;
	*) false ;;
	esac
}

do_start()
{
	local answer

	answer=$(put run 1)
	[ "$answer" = ok ] || [ "$answer" = "Device or resource busy" ]
}

do_stop()
{
	[ "$(put run 0)" = ok ] && ! is_state running
}

do_read()
{
	read_all
}

# meet STATE ACTION
meet()
{
	local i

	for ((i = 0; i < nr_rounds; i++)); do
		load && reset_config || return 1
		"in_$1" && "do_$2" && wait && works_again && continue
		note "round $i: state '$(get state)', last_error '$(get last_error)'"
		return 1
	done
}

states="idle starting running ending done"
actions="unload hotplug configure start stop read"

RANDOM=1
begin 32
borrow /proc/sys/kernel/sched_rt_runtime_us -1
for state in $states; do
	for action in $actions; do
		make_busy
		disown "$busy"
		check "$action while $state" meet "$state" "$action"
		end_busy
	done
done
check_no_leak
end
