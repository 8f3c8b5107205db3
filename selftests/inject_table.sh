# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What inject.sh expects of each kind of noise: one line a source.
#
#	KIND|CLASS|SOURCE|INITIATOR|COUNT|SPINS
#
# KIND		as written to hkj_inject/fire, or a program of inject/
# SOURCE	function of the source, or its name; @ is the target CPU
# INITIATOR	comm of who asks for it; - if the kernel does not tell
# COUNT		= exactly as many as were asked for; + at least as many
# SPINS		how many times the noise's length each one lasts at least
#
# A CPU raises some noises only on itself; it is told so by an IPI, which is a
# source, too. The writer is bash, see fire() of inject.sh.

# shellcheck disable=SC2034	# used by inject.sh
inject_table="
hrtimer|timer|inject_hrtimer_fn|-|=|1
timer|timer|inject_timer_fn|bash|=|1
work|work|inject_work_fn|bash|=|1
delayed_work|work|inject_delayed_work_fn|-|=|1
sleeping_work|work|inject_sleeping_work_fn|bash|=|2
ipi|ipi|inject_ipi_fn|bash|=|1
ipi_async|ipi|inject_ipi_async_fn|bash|=|1
ipi_mask|ipi|inject_ipi_mask_fn|bash|=|1
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
thread|thread|hkj_inject/@|-|+|1
timer_in_work|work|inject_outer_work_fn|bash|=|1
timer_in_work|timer|inject_inner_timer_fn|-|=|1
nested|work|inject_nested_work_fn|bash|=|1
nested|softirq|inject_nested_tasklet_fn|-|=|1
nested|timer|inject_nested_timer_fn|-|=|1
nested|nmi|inject_nmi_fn|-|=|1
munmap|ipi|flush_tlb_func|munmap|+|0
faults|thread|faults|-|+|0
"
