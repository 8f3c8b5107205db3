#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# A tool that is killed at a random point: everything it has changed is put back
# by 'hkjitter status --restore', or by the start of the next run.
#
# HKJ_TOOL is the tool; found in PATH if unset.

. "$(dirname "$0")/hkj.sh"

tool=${HKJ_TOOL:-$(command -v hkjitter)}
nr_kills=10
files="workload cpus policy threshold_ns stop_above_ns duration_ms"
rt_runtime=/proc/sys/kernel/sched_rt_runtime_us
dir=$(mktemp -d)

# Values that a run has to change, each of them.
baseline()
{
	put cpus "$target" > /dev/null
	put policy other > /dev/null
	put threshold_ns 7000 > /dev/null
	put stop_above_ns 3000000000 > /dev/null
	put duration_ms 1234 > /dev/null
}

# Everything that a run may change, as one line.
state_now()
{
	local file

	for file in $files; do
		printf '%s ' "$(get "$file")"
	done
	cat "$rt_runtime" 2> /dev/null
}

# kill_at TENTHS_OF_A_MS: a run that is killed so long after its start
kill_at()
{
	local pid

	"$tool" run -c isolated -p fifo:1 -d 1h -t 9us --stop-above 2s -q \
		-o "$dir/r.json" > /dev/null 2>&1 &
	pid=$!
	sleep "$(printf '%d.%04d' $(($1 / 10000)) $(($1 % 10000)))"
	kill -KILL "$pid"
	wait "$pid" 2> /dev/null
}

# restored_by WORDS...: passes if the command succeeds, and nothing is changed.
restored_by()
{
	"$tool" "$@" > "$dir/out" 2>&1 || {
		note "$1 $2 failed: $(head -c 300 "$dir/out")"
		return 1
	}
	is_as_before
}

is_as_before()
{
	local now

	now=$(state_now)
	if [ "$now" != "$before" ]; then
		note "before '$before', now '$now'"
		return 1
	fi
	if [ -e /run/hkjitter/restore ]; then
		note "left: $(cat /run/hkjitter/restore)"
		return 1
	fi
	[ "$(get run)" = 0 ]
}

# The kills are spread over the whole way of a run: how long that takes differs
# between machines, so it is measured.
way=
measure_way()
{
	local begin end

	begin=$(date +%s%N)
	"$tool" run -c isolated -p fifo:1 -d 50ms -q -o "$dir/r.json" || return 1
	end=$(date +%s%N)
	way=$(((end - begin) / 100000))
}

kills()
{
	local failed=0 nr_changed=0 i

	RANDOM=20
	for ((i = 0; i < nr_kills; i++)); do
		kill_at $(((RANDOM * 32768 + RANDOM) % (way + way / 4)))
		[ "$(state_now)" = "$before" ] || nr_changed=$((nr_changed + 1))
		if ((i % 4 == 3)); then
			restored_by run -c "$target" -d 50ms -q -o "$dir/next.json" ||
				failed=$((failed + 1))
		else
			restored_by status --restore || failed=$((failed + 1))
		fi
	done
	note "$nr_kills kills, $nr_changed left something changed, $failed were not put right"
	changed=$nr_changed
	[ "$failed" -eq 0 ]
}

# What somebody else has changed since is theirs.
others_are_left_alone()
{
	local now

	kill_at "$way"
	put run 0 > /dev/null
	put threshold_ns 8000 > /dev/null
	"$tool" status --restore > "$dir/out" 2>&1 || return 1
	now=$(get threshold_ns)
	put threshold_ns 7000 > /dev/null
	[ "$now" = 8000 ] && is_as_before
}

begin 6
baseline
before=$(state_now)
changed=0
check "a whole run leaves nothing changed" restored_by run -c isolated -p fifo:1 -d 50ms -q -o "$dir/r.json"
check "the way of a run is measured" measure_way
check "$nr_kills kills at random points are put right" kills
check "some of them came while something was changed" [ "$changed" -gt 2 ]
check "what others changed since is left alone" others_are_left_alone
rm -rf "$dir"
end
