#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# A run arms no timer on the target: from 1 s after its start to its stop, no
# timer event and no local timer interrupt there, as the kernel's own trace
# tells. The first second is start's (the last tick before it stops).
#
# A thread that somebody else wants to run there brings back the tick; the kernel's
# own do so now and then. A window in which that happened proves nothing either
# way, and is made again, up to twice.

. "$(dirname "$0")/hkj.sh"

SECONDS_LONG=10
events="timer/timer_start timer/hrtimer_start timer/timer_expire_entry
	timer/hrtimer_expire_entry irq_vectors/local_timer_entry"

restore()
{
	local rc=$?

	rmdir "$T/instances/hkj_no_timer" 2> /dev/null
	(exit "$rc")
	finish
}

trace_on()
{
	local event

	mkdir -p "$T/instances/hkj_no_timer"
	I="$T/instances/hkj_no_timer"
	for event in $events; do
		echo 1 > "$I/events/$event/enable" || return 1
		[ "$(cat "$I/events/$event/enable")" = 1 ] || return 1
	done
}

# counted EVENT: how many of it the trace of the target holds.
counted()
{
	grep -c " ${1#*/}:" "$I/per_cpu/cpu$target/trace"
}

overruns()
{
	sed -n 's/^\(overrun\|dropped events\): //p' \
		"$I/per_cpu/cpu$target/stats" | awk '{ n += $1 } END { print n + 0 }'
}

# window: the trace of a run's 10 s, without its first second
window()
{
	[ "$(put run 1)" = ok ] || return 1
	sleep 1
	echo > "$I/trace"
	echo 1 > "$I/tracing_on"
	sleep "$SECONDS_LONG"
	# The buffer is frozen before anybody looks at it or stops the run.
	echo 0 > "$I/tracing_on"
	[ "$(get state)" = running ] && [ "$(put run 0)" = ok ]
}

nr_timers()
{
	local event n=0

	for event in $events; do
		n=$((n + $(counted "$event")))
	done
	echo "$n"
}

# threads: those that ran on the target, or waited for the loop to step back
threads()
{
	grep -E '^(thread|work) ' "$D/cpu$target/sources"
}

clean_window()
{
	local i

	for i in 1 2 3; do
		window || return 1
		[ "$(nr_timers)" -ne 0 ] && [ -n "$(threads)" ] || return 0
		note "window $i: somebody else's thread came: $(threads | head -n 3 | cut -d ' ' -f 1-4 | paste -sd ';')"
	done
}

begin 12
trap restore EXIT
# RT throttling would stop a FIFO loop, by a timer; the fair server of 6.12 and
# later has taken its place and arms nothing for a FIFO task.
[ -d /sys/kernel/debug/sched/fair_server ] ||
	borrow /proc/sys/kernel/sched_rt_runtime_us -1
# 6.1 has a timer of its own there, for a work that adds up statistics.
borrow /proc/sys/vm/stat_interval 3600
check "the events are on" trace_on
put policy fifo:1 > /dev/null
put duration_ms 0 > /dev/null
check "a run of $SECONDS_LONG s and more" clean_window
for event in $events; do
	grep " ${event#*/}:" "$I/per_cpu/cpu$target/trace" | sed 's/^/# /' | head -n 5
	check_equal "no ${event#*/} on the target in $SECONDS_LONG s" 0 "$(counted "$event")"
done
check_equal "the trace lost nothing" 0 "$(overruns)"
# A trace that can see nothing proves nothing: a timer of known cause shows.
echo 1 > "$I/tracing_on"
taskset -c "$target" sleep 0.1
for i in 1 2; do
	taskset -c "$target" timeout 0.5 sh -c 'while :; do :; done' &
done
wait
check_range "the same trace shows a sleep's timer" 1 99999 "$(counted timer/hrtimer_start)"
check_range "and the tick of two tasks" 1 99999 "$(counted irq_vectors/local_timer_entry)"
check "the books balance" books_balance
end
