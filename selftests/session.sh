#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The life of a session: start, stop, end by itself, one at a time.

. "$(dirname "$0")/hkj.sh"

EBUSY="Device or resource busy"

all_frozen()
{
	local pair

	for pair in cpus=isolated workload=kernel threshold_ns=0 duration_ms=0 \
		policy=other stop_above_ns=0 initiators=1; do
		[ "$(put "${pair%%=*}" "${pair#*=}")" = "$EBUSY" ] || return 1
	done
}

thread_is_bound()
{
	local pid

	pid=$(pgrep -x "hkjitter/$target") &&
		taskset -cp "$pid" | grep -q ": $target\$"
}

no_thread()
{
	! pgrep -x "hkjitter/$target" > /dev/null
}

refused_keeps_results()
{
	local before

	before=$(cat "$C/runtime_ns")
	put cpus "$1" > /dev/null
	[ "$(put run 1)" = "$2" ] && [ "$(cat "$C/runtime_ns")" = "$before" ] &&
		[ -n "$(get last_error)" ] && [ "$(get state)" = done ]
}

stops_by_itself_at()
{
	put stop_above_ns 1000 > /dev/null
	put duration_ms 0 > /dev/null
	[ "$(put run 1)" = ok ] && taskset -c "$target" true &&
		wait_for 10 is_state done
}

begin 26
put duration_ms 0 > /dev/null
check_equal "start" ok "$(put run 1)"
check_equal "state" running "$(get state)"
check_equal "run reads 1" 1 "$(get run)"
check_equal "target_cpus" "$(get isolated)" "$(get target_cpus)"
check "the loop is a thread bound to the target" thread_is_bound
check_equal "a second start is refused" "$EBUSY" "$(put run 1)"
check "the configuration is frozen" all_frozen
one=$(cat "$C/runtime_ns")
sleep 0.5
two=$(cat "$C/runtime_ns")
check "run time grows while it runs" test "$two" -gt "$one"
check_equal "stop" ok "$(put run 0)"
check_equal "state afterwards" done "$(get state)"
check "no thread is left" no_thread
check_equal "stop reason" request "$(cat "$C/stop_reason")"
check_equal "stopping again is harmless" ok "$(put run 0)"

check "a session of 300 ms ends by itself" run_session 300
check_equal "its stop reason" duration "$(cat "$C/stop_reason")"
check_range "its run time is what was asked for, or a gap more" 300000000 1300000000 "$(cat "$C/runtime_ns")"
check "its books balance" books_balance

all=$(cat /sys/devices/system/cpu/online)
check "all CPUs as targets are refused, results stand" refused_keeps_results "$all" "Invalid argument"
put cpus isolated > /dev/null
put threshold_ns 1 > /dev/null
check_equal "a threshold below two turns is refused" "Numerical result out of range" "$(put run 1)"
check "last_error names the threshold" grep -q "threshold_ns 1 is below two turns" "$S/last_error"
check_equal "results stand" duration "$(cat "$C/stop_reason")"
reset_config
check "a gap above stop_above_ns ends the session" stops_by_itself_at
check_equal "its stop reason" stop_above "$(cat "$C/stop_reason")"
check_range "the gap is in the books" 1000 99999999999 "$(cat "$C/gap_max_ns")"
check "the books balance" books_balance
end
