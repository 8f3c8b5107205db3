#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# RCU's stall detector, the soft-lockup and the hung-task detector stay silent,
# under each preemption model and policy, with their patience cut to a few
# seconds; and nobody who waits for a grace period waits for the run's end.

. "$(dirname "$0")/hkj.sh"

RUN_S=7
preempt=/sys/kernel/debug/sched/preempt
rcu=/sys/module/rcupdate/parameters
sysctl=/proc/sys/kernel
models()
{
	if [ -r $preempt ]; then
		tr ' ' '\n' < $preempt | tr -d '()' | grep .
	else
		echo as-booted
	fi
}

choose()
{
	[ "$1" = as-booted ] && return
	echo "$1" > "$preempt" && grep -qF "($1)" "$preempt"
}

# A tasks-RCU grace period (removing a kprobe waits for one) while it runs.
grace_period()
{
	echo 'p:hkj_probe vfs_read' >> "$T/kprobe_events" &&
		echo 1 > "$T/events/kprobes/hkj_probe/enable" &&
		echo 0 > "$T/events/kprobes/hkj_probe/enable" &&
		echo '-:hkj_probe' >> "$T/kprobe_events"
}

# quiet_run MODEL POLICY
quiet_run()
{
	choose "$1" || return 1
	put policy "$2" > /dev/null
	put duration_ms 0 > /dev/null
	[ "$(put run 1)" = ok ] || return 1
	timeout 60 bash -c "$(declare -f grace_period); T=$T; grace_period" || {
		note "the grace period did not end"
		return 1
	}
	sleep "$RUN_S"
	[ "$(put run 0)" = ok ] && books_balance && log_is_clean
}

mapfile -t models < <(models)
begin $((2 * ${#models[@]} + 1))
[ ! -r $preempt ] || borrow $preempt "$(sed 's/.*(\(.*\)).*/\1/' $preempt)"
# The kernel leaves nohz_full CPUs out of the soft-lockup watchdog by default.
borrow $sysctl/watchdog_cpumask "$(cat /sys/devices/system/cpu/online)"
borrow $rcu/rcu_cpu_stall_timeout 3
borrow $rcu/rcu_task_stall_timeout 3000
borrow $sysctl/hung_task_timeout_secs 3
borrow $sysctl/watchdog_thresh 2
for model in "${models[@]}"; do
	for policy in other fifo:1; do
		check "detectors silent for $RUN_S s, preempt=$model, policy $policy" quiet_run "$model" "$policy"
	done
done
end
