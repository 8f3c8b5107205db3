#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# guest.sh: the benchmark's part inside the virtual machine, run by run.sh. Its
# figures are instructions, one line each: "turn NAME VALUE", or
# "OBSERVER KIND MODE PERCENT LEAST MOST", separated by tabs: PERCENT have the MODE.

set -eu

S=/sys/kernel/hkjitter
T=/sys/kernel/tracing
modules=$(dirname "$HKJ_MODULE")
measure=/sys/kernel/debug/hkj_meter/measure
target=1

# The tracepoints of the module's probes.
tracepoints()
{
	sed -n 's/^\t{ "\([a-z_]*\)", .*/\1/p' module/probes/*.c | sort -u | paste -sd ,
}

# meter OBSERVER: what it costs while it observes
meter()
{
	echo 1 > $measure
	sed "s/^/$1\t/" $measure
}

with_empty()
{
	insmod "$modules/hkj_empty.ko" names="$(tracepoints)"
	meter empty
	rmmod hkj_empty
}

with_hkjitter()
{
	echo $target > $S/cpus
	echo other > $S/policy
	echo 0 > $S/duration_ms
	echo 1 > $S/run
	meter hkjitter
	echo 0 > $S/run
}

# Its hooks are on, and its own thread is not.
osnoise_open()
{
	echo 0 > $T/tracing_on
	echo $target > $T/osnoise/cpus
	echo NO_OSNOISE_WORKLOAD > $T/osnoise/options
	echo osnoise > $T/current_tracer
}

osnoise_close()
{
	echo nop > $T/current_tracer
	echo 1 > $T/tracing_on
}

with_osnoise()
{
	osnoise_open
	meter osnoise
	osnoise_close
}

with_osnoise_events()
{
	osnoise_open
	echo 1 > $T/events/osnoise/enable
	echo 1 > $T/tracing_on
	meter osnoise,events
	echo 0 > $T/events/osnoise/enable
	osnoise_close
}

# The events that somebody who looks for the same by hand would record.
with_ftrace()
{
	local event

	for event in irq irq_vectors timer sched/sched_switch sched/sched_waking workqueue; do
		echo 1 > "$T/events/$event/enable"
	done
	meter ftrace
	echo 0 > $T/events/enable
}

# turns: of the bare loop, and of the module's
turns()
{
	insmod "$modules/hkj_floor.ko" cpu=$target
	printf 'turn\tfloor\t%s\n' "$(cat /sys/module/hkj_floor/parameters/turn_milli)"
	printf 'turn\thkjitter\t%s\n' "$(cat $S/cpu$target/turn_mean_ps)"
	printf 'turn\town\t%s\n' "$(cat $S/cpu$target/upkeep_max_ns)000"
}

mountpoint -q $T || mount -t tracefs none $T
insmod "$modules/hkj_meter.ko" target=$target
meter none
with_empty
insmod "$HKJ_MODULE"
with_hkjitter
turns
if [ -d $T/osnoise ]; then
	with_osnoise
	with_osnoise_events
fi
with_ftrace
