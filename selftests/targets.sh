#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Several targets in one session: each has its books, one that goes offline does
# not take the others along.

. "$(dirname "$0")/hkj.sh"

other=$(seq 1 "$(($(nproc --all) - 1))" | grep -vx "$target" | head -n 1)
[ -n "$other" ] || ktap_skip_all "a third CPU"

both_balance()
{
	books_balance && "$BIN/books" "$other" > /dev/null
}

one_goes()
{
	put duration_ms 0 > /dev/null
	[ "$(put run 1)" = ok ] || return 1
	timeout 30 sh -c "echo 0 > /sys/devices/system/cpu/cpu$other/online" || return 1
	wait_for 5 grep -q done "$S"/cpu"$other"/state &&
		[ "$(get state)" = running ] && [ "$(cat "$C/state")" = running ]
}

begin 12
put cpus "$target,$other" > /dev/null
check "a session of 500 ms on two targets" run_session 500
check_equal "target_cpus" "$(get cpus)" "$(get target_cpus)"
check "both books balance" both_balance
check_equal "both ended by themselves" "duration duration" \
	"$(cat "$C/stop_reason") $(cat "$S"/cpu"$other"/stop_reason)"
check "one of two goes offline, the other goes on" one_goes
check_equal "stop" ok "$(put run 0)"
check_equal "the reasons" "request offline" \
	"$(cat "$C/stop_reason") $(cat "$S"/cpu"$other"/stop_reason)"
check "both books balance" both_balance
check_equal "it comes back" ok "$(echo 1 > /sys/devices/system/cpu/cpu"$other"/online && echo ok)"
put cpus "$target" > /dev/null
check "a session on one target" run_session 50
check_equal "the other's directory is gone" gone "$([ -e "$S"/cpu"$other" ] || echo gone)"
end
