#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What this kernel cannot tell was left out of "unseen" where it was no tracepoint
# that lacked: functions that cannot be probed or hooked, probes that are switched
# off, and tracepoints that the module had been built without.

. "$(dirname "$0")/../hkj.sh"

kprobes=/sys/kernel/debug/kprobes/enabled
ftrace=/proc/sys/kernel/ftrace_enabled

is_unseen()
{
	[[ " $(get unseen) " == *" $1 "* ]]
}

# like_kernel EVENT: it is unseen if the kernel lacks it, and else not.
like_kernel()
{
	if [ -d "$T/events/$1" ]; then
		! is_unseen "${1#*/}"
	else
		is_unseen "${1#*/}"
	fi
}

all_told()
{
	[[ $(get unseen) != *'()'* ]]
}

is_list()
{
	[[ $(get unseen) =~ ^([a-z0-9_]+(\(\))?( [a-z0-9_]+(\(\))?)*)?$ ]]
}

# An interrupt of any CPU shows that hooks are called.
is_seen()
{
	! is_unseen "$1"
}

# off FILE FUNCTION: a session with FILE at 0 leaves FUNCTION unseen.
off()
{
	echo 0 > "$1" || return 1
	run_session 300 && is_unseen "$2()"
}

on()
{
	echo 1 > "$1" || return 1
	run_session 300 && wait_for 5 is_seen "$2()"
}

begin 16
check "the module loads" load
reset_config
check "all functions can be probed and hooked" all_told
for event in csd/csd_function_entry csd/csd_function_exit irq/tasklet_entry \
	rcu/rcu_invoke_callback rcu/rcu_batch_end exceptions/page_fault_user; do
	check "${event#*/} is unseen where the kernel lacks it" like_kernel "$event"
done
check "a session without hooks says so" off "$ftrace" irq_enter_rcu
check "nor is the other hook called" is_unseen 'preempt_schedule_irq()'
check "one with them does not" on "$ftrace" irq_enter_rcu
check "a session without the kernel's probes says so" off "$kprobes" tick_nohz_dep_set_cpu
check "the list is one of names" is_list
check "one with them does not" on "$kprobes" tick_nohz_dep_set_cpu
check "the books balance" books_balance
unload
end
