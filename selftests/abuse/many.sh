#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# All CPUs but one are targets (check-deep: seven of eight): they start and stop
# together, each has its books, and each may go offline and come back.

. "$(dirname "$0")/abuse.sh"

nr_rounds=${HKJ_MANY_ROUNDS:-5}
targets=$(seq 1 "$(($(nproc --all) - 1))")
[ "$(nproc --all)" -gt 2 ] || ktap_skip_all "three CPUs"

all_balance()
{
	local cpu

	for cpu in $targets; do
		"$BIN/books" "$cpu" > /dev/null || return 1
	done
}

rounds()
{
	local i

	for ((i = 0; i < nr_rounds; i++)); do
		run_session 100 && all_balance || return 1
	done
}

each_goes()
{
	local cpu

	put duration_ms 0 > /dev/null
	[ "$(put run 1)" = ok ] || return 1
	for cpu in $targets; do
		switch_cpu "$cpu" 0 && wait_for 10 grep -q done "$S/cpu$cpu/state" &&
			grep -q offline "$S/cpu$cpu/stop_reason" || return 1
	done
	wait_for 10 is_state done || return 1
	for cpu in $targets; do
		switch_cpu "$cpu" 1 || return 1
	done
	all_balance
}

begin 6
borrow /proc/sys/kernel/sched_rt_runtime_us -1
put cpus "1-$(($(nproc --all) - 1))" > /dev/null
check "$nr_rounds sessions on CPUs $(get cpus)" rounds
put policy fifo:1 > /dev/null
check "the same as real-time tasks" rounds
check "each of them goes offline and comes back" each_goes
check "they are measured again" rounds
check_no_leak
end
