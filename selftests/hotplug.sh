#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# A target that goes offline ends its part with that reason; nothing hangs.

. "$(dirname "$0")/hkj.sh"

online=/sys/devices/system/cpu/cpu$target/online

# off_while POLICY: a session of 60 s, its target taken away.
off_while()
{
	put policy "$1" > /dev/null
	put duration_ms 60000 > /dev/null
	[ "$(put run 1)" = ok ] && sleep 0.3 &&
		timeout 30 sh -c "echo 0 > $online" && wait_for 10 is_state done
}

# Somebody else's CPU goes: the target does not care.
other_goes()
{
	local other=$1

	put cpus "$target" > /dev/null
	put duration_ms 0 > /dev/null
	[ "$(put run 1)" = ok ] || return 1
	timeout 30 sh -c "echo 0 > /sys/devices/system/cpu/cpu$other/online" || return 1
	echo 1 > "/sys/devices/system/cpu/cpu$other/online"
	[ "$(get state)" = running ] && put run 0 > /dev/null &&
		[ "$(cat "$C/stop_reason")" = request ]
}

# naming_cpus: where names were made, one a line
naming_cpus()
{
	sed -n 's/.* \[0*\([0-9][0-9]*\)\] .*function naming_fn.*/\1/p' "$I/trace"
}

named()
{
	[ "$(naming_cpus | wc -l)" -ge "$1" ]
}

# The CPU on which the module does its own work goes: that is done on another one,
# not by a thread which may run on the target.
naming_moves()
{
	local was

	put cpus 0 > /dev/null
	put duration_ms 0 > /dev/null
	mkdir -p "$I" && echo 1 > "$I/events/workqueue/workqueue_execute_start/enable" &&
		[ "$(put run 1)" = ok ] && wait_for 30 named 1 || return 1
	was=$(naming_cpus | tail -n 1)
	timeout 30 sh -c "echo 0 > /sys/devices/system/cpu/cpu$was/online" || return 1
	echo > "$I/trace"
	wait_for 30 named 3
	naming_on=$(naming_cpus | sort -u | paste -sd ' ')
	naming_left=$(seq 1 2 | grep -vx "$was")
	echo 1 > "/sys/devices/system/cpu/cpu$was/online"
	echo 0 > "$I/events/workqueue/workqueue_execute_start/enable"
	rmdir "$I"
	[ "$(get state)" = running ] && put run 0 > /dev/null
}

I=$T/instances/hkj_hotplug

begin 16
# The last isolated CPU holds deadline bandwidth of the fair servers, which an
# offline CPU cannot hold: without RT throttling the kernel lets it go.
borrow /proc/sys/kernel/sched_rt_runtime_us -1
check "the target goes offline, policy other" off_while other
check_equal "stop reason" offline "$(cat "$C/stop_reason")"
check_equal "it counted nothing elsewhere" 0 "$(cat "$C/nr_migrations")"
check "the books balance" books_balance
check_equal "starting on an offline CPU is refused" "Invalid argument" \
	"$(put cpus "$target" > /dev/null; put run 1)"
check "last_error says which are online" grep -q "online are" "$S/last_error"
check_equal "it comes back" ok "$(echo 1 > "$online" && echo ok)"
reset_config
check "a session on it again" run_session 100
check "the target goes offline, policy fifo:50" off_while fifo:50
check_equal "stop reason" offline "$(cat "$C/stop_reason")"
check_equal "it comes back" ok "$(echo 1 > "$online" && echo ok)"
reset_config
check "ten times off and on while sessions start" "$here/hotplug_storm.sh" "$target"
other=$(seq 1 "$(($(nproc --all) - 1))" | grep -vx "$target" | head -n 1)
if [ -n "$other" ]; then
	check "another CPU goes offline, the target goes on" other_goes "$other"
else
	check_skip "another CPU goes offline, the target goes on" "a third CPU"
fi
if [ "$(nproc --all)" -eq 3 ]; then
	check "the CPU that makes names goes offline" naming_moves
	check_equal "names are made on the one that is left" "$naming_left" "$naming_on"
else
	check_skip "the CPU that makes names goes offline" "three CPUs"
	check_skip "names are made on the one that is left" "three CPUs"
fi
end
