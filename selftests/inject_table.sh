# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What inject.sh expects of each kind of noise: one line a source.
#
#	KIND|CLASS|SOURCE|INITIATOR|COUNT|SPINS
#
# KIND		as written to hkj_inject/fire, or a program of inject/
# SOURCE	function of the source, or its name; @ is the target CPU
# INITIATOR	comm of who asks for it, or COMM:FUNCTION,... with the functions that
#		did; - if the kernel does not tell
# COUNT		= exactly as many as were asked for; 2= twice as many; + at least as
#		many; 1+ at least one, where the kernel decides how many it takes
# SPINS		how many times the noise's length each one lasts at least
#
# A CPU raises some noises only on itself; it is told so by an IPI, which is a
# source, too. The writer is bash, see fire() of inject.sh.

# shellcheck disable=SC2034	# used by inject.sh
inject_table="
hrtimer|timer|inject_hrtimer_fn|[hardirq]|=|1
timer|timer|inject_timer_fn|bash:post_timer|=|1
work|work|inject_work_fn|bash:post_work|=|1
delayed_work|work|inject_delayed_work_fn|bash:post_delayed_work|=|1
sleeping_work|work|inject_sleeping_work_fn|bash:post_sleeping_work|=|2
unbound_work|work|inject_unbound_work_fn|bash:post_unbound_work|=|1
ipi|ipi|inject_ipi_fn|bash:post_ipi|=|1
ipi_async|ipi|inject_ipi_async_fn|bash:post_ipi_async|=|1
ipi_mask|ipi|inject_ipi_mask_fn|bash:post_ipi_mask|=|1
pair|ipi|inject_pair_fn|hkj_asker/0:inject_asker_fn,hkj_asker/1:inject_asker_fn|2=|1
irq_work|vector|irq_work|-|+|1
irq_work|ipi|raise_irq_work|bash|=|0
irq|irq|inject_irq_fn|-|=|1
irq|ipi|raise_irq|bash|=|0
irq_shared|irq|inject_irq_fn|-|=|1
irq_shared|irq|IRQ_NONE|-|=|0
irq_shared|ipi|raise_irq|bash|=|0
tasklet|softirq|inject_tasklet_fn|-|=|1
tasklet|ipi|raise_tasklet|bash|=|0
tasklet_hi|softirq|inject_tasklet_hi_fn|-|=|1
tasklet_hi|ipi|raise_tasklet_hi|bash|=|0
napi|softirq|NET_RX|-|=|1
napi|ipi|raise_napi|bash|=|0
rcu|thread|rcuop/@|-|+|0
rcu|ipi|raise_rcu|bash|=|0
nmi|nmi|inject_nmi_fn|-|=|1
thread|thread|inject_thread_fn|bash:post_thread|+|1
timer_in_work|work|inject_outer_work_fn|bash|=|1
timer_in_work|timer|inject_inner_timer_fn|-|=|1
nested|work|inject_nested_work_fn|bash|=|1
nested|softirq|inject_nested_tasklet_fn|-|=|1
nested|timer|inject_nested_timer_fn|-|=|1
nested|nmi|inject_nmi_fn|-|=|1
munmap|ipi|flush_tlb_func|munmap|+|0
faults|thread|faults|-|+|0
second|thread|second|-|+|0
khugepaged|ipi|tlb_remove_table_smp_sync|khugepaged:collapse_huge_page|1+|0
patching|ipi|do_sync_core|bash|+|0
module|ipi|do_sync_core|insmod|+|0
device|irq|vring_interrupt|-|+|0
"

# rows_rt: from a kernel that runs handlers in threads, where the line's own affinity
# lets them: in the interrupt there is but what wakes the thread, once for each handler
# of the line; and no handler there says that it was not its device.
rows_rt()
{
	sed -E \
		-e 's/^(irq)\|irq\|inject_irq_fn\|.*/\1|irq|irq_default_primary_handler|-|=|0/' \
		-e 's/^(irq_shared)\|irq\|inject_irq_fn\|.*/\1|irq|irq_default_primary_handler|-|2=|0/' \
		-e '/^irq_shared\|irq\|IRQ_NONE\|/d' \
		-e 's/^(device)\|irq\|vring_interrupt\|.*/\1|irq|irq_default_primary_handler|-|+|0/'
}

# without KIND: the other rows
without()
{
	grep -v "^$1|"
}

[[ $(uname -v) != *PREEMPT_RT* ]] || inject_table=$(rows_rt <<< "$inject_table")
# Nobody collapses huge pages where there are none.
[ -d /sys/kernel/mm/transparent_hugepage ] || inject_table=$(without khugepaged <<< "$inject_table")
# What is patched when a module is loaded are its calls of the scheduler, where that
# can be told anew how to preempt.
[ -e /sys/kernel/debug/sched/preempt ] || inject_table=$(without module <<< "$inject_table")
