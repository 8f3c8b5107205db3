#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Result and trace together: the trace has the events of the gap that is known,
# somebody else's tracing is as it was, and nothing is left over, however it ends.
#
# HKJ_TOOL is the tool; found in PATH if unset. What a quiet target sees with and
# without a recording is printed in the end, "# record: ..." lines.

. "$(dirname "$0")/hkj.sh"

# Longer than what an emulator takes by itself.
SPIN_MS=700
LIMIT_MS=500

tool=${HKJ_TOOL:-$(command -v hkjitter)}
fire=/sys/kernel/debug/hkj_inject/fire
other=$T/instances/hkj_other
dir=$(mktemp -d)

restore()
{
	local rc=$?

	others_off
	umount "$dir/small" 2> /dev/null
	rm -rf "$dir"
	[ ! -d /sys/module/hkj_inject ] || rmmod hkj_inject
	(exit "$rc")
	finish
}

# record NAME ARGUMENT...: into $dir/NAME.json and $dir/NAME.dat
record()
{
	local name=$1

	shift
	"$tool" record -c "$target" -q -o "$dir/$name.json" --trace "$dir/$name.dat" "$@" 2> "$dir/err"
}

# One work, long enough to be the longest gap.
fire_work()
{
	echo "bash -c 'sleep 1; echo work $target 1 ${SPIN_MS}000000 10000 > $fire; sleep ${1:-0}'"
}

known_gap()
{
	eval record known -- "$(fire_work)" || { note "$(cat "$dir/err")"; return 1; }
	trace-cmd report "$dir/known.dat" > "$dir/known.txt" 2> /dev/null
}

# value FILE PATH: of a result; PATH as python has it
value()
{
	python3 -c "import json,sys; print(json.load(open(sys.argv[1]))$2)" "$1"
}

# Of the gap in which the work begins: the events inside. (Its parts may be too
# many for the work to be among those that are kept: ticks come first.)
work_events()
{
	"$tool" report --json --trace "$dir/$1.dat" "$dir/$1.json" > "$dir/$1.traced" &&
		python3 - "$dir/$1.traced" <<-'END'
		import json, sys
		for gap in json.load(open(sys.argv[1]))["cpus"][0]["longest"]:
		    lines = [" ".join([e["system"], e["event"], e["info"]])
		             for e in gap.get("trace", {"events": []})["events"] if e["is_inside"]]
		    if any("execute_start" in line and "inject_work_fn" in line for line in lines):
		        print(*lines, sep="\n")
		        break
		END
}

has_the_work()
{
	work_events "$1" > "$dir/events"
	grep -q '^workqueue workqueue_execute_start .*inject_work_fn' "$dir/events" &&
		grep -q '^sched sched_switch ' "$dir/events"
}

# The gap's own event is where the result says, to the microsecond.
is_lined_up()
{
	python3 - "$dir/known.traced" <<-'END'
	import json, re, sys
	seen = 0
	for gap in json.load(open(sys.argv[1]))["cpus"][0]["longest"][:10]:
	    for e in gap["trace"]["events"]:
	        m = re.match(r"start_ns=(\d+) duration_ns=(\d+)", e["info"])
	        if e["event"] == "gap" and m and abs(int(m[2]) - gap["duration_ns"]) < 2:
	            seen += 1
	            assert abs(int(m[1]) - gap["trace"]["begin_trace_ns"]) < 1000
	assert seen, "no gap's event near its gap"
	END
}

fits_80_columns()
{
	"$tool" report --trace "$dir/known.dat" "$dir/known.json" > "$dir/text" &&
		grep -q 'trace of the longest gaps' "$dir/text" && ! grep -E '^.{81}' "$dir/text"
}

others_on()
{
	mkdir -p "$other" && echo 1 > "$other/events/irq/enable"
	echo do_nanosleep > "$T/set_ftrace_filter" && echo function > "$T/current_tracer"
	echo 'prev_pid > 0' > "$T/events/sched/sched_switch/filter"
	echo 1 > "$T/events/sched/sched_switch/enable"
	echo 'traceoff if pid == 99999' > "$T/events/sched/sched_waking/trigger"
	borrow "$T/tracing_cpumask" 5
}

others_off()
{
	echo '!traceoff if pid == 99999' > "$T/events/sched/sched_waking/trigger"
	echo 0 > "$T/events/sched/sched_switch/enable"
	echo 0 > "$T/events/sched/sched_switch/filter"
	echo nop > "$T/current_tracer"
	echo > "$T/set_ftrace_filter"
	rmdir "$other"
} 2> /dev/null

# All that can be set in tracefs, but for what is recorded.
settings()
{
	cd "$T" || return
	grep -rs . events instances/*/events --include=enable --include=filter --include=trigger | sort
	grep -s . current_tracer tracing_on tracing_cpumask trace_clock trace_options set_event \
		set_event_pid set_ftrace_filter set_ftrace_pid buffer_size_kb saved_cmdlines_size \
		/proc/sys/kernel/ftrace_enabled
	ls instances
}

# No instance, no folder, no process of ours. A reader may need a moment to go.
is_gone()
{
	! compgen -G "$T/instances/hkjitter.*" && ! compgen -G "$dir/*.hkjitter" &&
		! pgrep -x trace-cmd
}

left_nothing()
{
	wait_for 20 is_gone > /dev/null && return
	note "left: $(ls "$T/instances" "$dir") $(pgrep -a trace-cmd)"
	return 1
}

same_settings()
{
	(settings) > "$dir/after"
	diff "$dir/before" "$dir/after" | sed 's/^/# /' | head -n 20
	cmp -s "$dir/before" "$dir/after"
}

# begun COMMAND...: in the background, with an open window; its pid in $pid
begun()
{
	"$@" &
	pid=$!
	wait_for 60 is_state running
}

# signalled SIGNAL ARGUMENT...
signalled()
{
	local signal=$1

	shift
	begun "$tool" record -c "$target" -q -o "$dir/signal.json" --trace "$dir/signal.dat" "$@" ||
		return
	kill -"$signal" "$pid"
	wait "$pid" && [ "$(value "$dir/signal.json" "['run']['stop_reason']")" = interrupted ] &&
		trace-cmd report "$dir/signal.dat" 2> /dev/null | grep -q ' gap: '
}

# The trace ends with the gap that ended the run.
stops_at_the_gap()
{
	eval record stop --stop-above "${LIMIT_MS}ms" -- "$(fire_work 20)" || return
	trace-cmd report "$dir/stop.dat" 2> /dev/null > "$dir/stop.txt"
	[ "$(value "$dir/stop.json" "['run']['stop_reason']")" = stop_above ] &&
		tail -n 1 "$dir/stop.txt" | grep -o ' gap: .*' > "$dir/last" &&
		[ "$(sed 's/.*duration_ns=\([0-9]*\).*/\1/' "$dir/last")" -ge "${LIMIT_MS}000000" ]
}

# Both are far longer than the limit; the second one is not to be in the trace.
fire_twice()
{
	local fired="echo work $target 1 ${SPIN_MS}000000 10000 > $fire"

	echo "bash -c 'sleep 1; $fired; sleep 2; $fired; sleep 2'"
}

# nr_long FILE: gaps above the limit, of a result or of a trace as text
nr_long()
{
	python3 - "$1" "${LIMIT_MS}000000" <<-'END'
	import json, re, sys
	text = open(sys.argv[1]).read()
	if text.startswith("{"):
	    gaps = [g["duration_ns"] for g in json.loads(text)["cpus"][0]["longest"]]
	else:
	    gaps = map(int, re.findall(r" gap: .* duration_ns=(\d+)", text))
	print(sum(gap >= int(sys.argv[2]) for gap in gaps))
	END
}

keeps_the_first_gap()
{
	eval record first --snapshot-above "${LIMIT_MS}ms" -- "$(fire_twice)" ||
		{ note "$(cat "$dir/err")"; return 1; }
	trace-cmd report "$dir/first.dat" 2> /dev/null > "$dir/first.txt"
	note "long gaps: $(nr_long "$dir/first.json"), in the trace $(nr_long "$dir/first.txt")"
	[ "$(nr_long "$dir/first.json")" -ge 2 ] && [ "$(nr_long "$dir/first.txt")" -eq 1 ] &&
		tail -n 1 "$dir/first.txt" > "$dir/last" && [ "$(nr_long "$dir/last")" -eq 1 ]
}

says_that_no_gap_was_long()
{
	"$tool" record -c "$target" -d 1s --snapshot-above 1h -o "$dir/none.json" \
		--trace "$dir/none.dat" > /dev/null 2> "$dir/err" &&
		grep -q 'no gap was longer than' "$dir/err" &&
		trace-cmd report "$dir/none.dat" 2> /dev/null | grep -q ' gap: '
}

tool_killed()
{
	begun "$tool" record -c "$target" -q -o "$dir/k.json" --trace "$dir/k.dat" "$@" || return
	kill -KILL "$pid"
	wait "$pid" 2> /dev/null
	"$tool" status --restore > "$dir/out" 2>&1 || { note "$(cat "$dir/out")"; return 1; }
	rm -rf "$dir/k.dat.hkjitter"
	is_state "done"
}

trace_cmd_killed()
{
	begun record died || return
	kill -KILL "$(pgrep -o -x trace-cmd)"
	wait "$pid"
	[ $? -eq 3 ] && grep -q 'trace-cmd was killed by signal 9; the result is in' "$dir/err" &&
		[ "$(value "$dir/died.json" "['run']['stop_reason']")" = recorder ]
}

disk_full()
{
	mkdir "$dir/small" && mount -t tmpfs -o size=256k tmpfs "$dir/small" || return
	refused 3 'No space left' "$tool" record -c "$target" -q -d 1s \
		-o "$dir/full.json" --trace "$dir/small/full.dat" && [ -z "$(ls "$dir/small")" ]
}

# refused CODE PATTERN COMMAND...
refused()
{
	local code=$1 pattern=$2 rc

	shift 2
	"$@" > /dev/null 2> "$dir/err"
	rc=$?
	[ "$rc" -eq "$code" ] && grep -q "$pattern" "$dir/err" && return
	note "exit $rc: $(cat "$dir/err")"
	return 1
}

# What the target saw, "CLASS NAME COUNT" lines: of a run and of a recording.
quiet()
{
	"$tool" run -c "$target" -q -d 3s -o "$dir/plain.json" && record quiet -d 3s || return
	for name in plain quiet; do
		python3 - "$dir/$name.json" > "$dir/$name.sources" <<-'END'
		import json, sys
		cpu = json.load(open(sys.argv[1]))["cpus"][0]
		print("gaps", cpu["gaps"]["count"], "own_ns", cpu["self"]["own_ns"])
		for s in cpu["sources"]:
		    print(s["class"], s["function"] or s["name"], s["count"])
		END
		sed "s/^/# record: $name: /" "$dir/$name.sources"
	done
}

# Patched code, resized buffers: over when the window opens.
is_set_up_before()
{
	! grep -E 'do_sync_core|update_pages|resize|synchronize' "$dir/quiet.sources"
}

command -v trace-cmd > /dev/null || ktap_skip_all "no trace-cmd"
command -v python3 > /dev/null || ktap_skip_all "no python3"
begin 27
trap restore EXIT
insmod "$(dirname "$HKJ_MODULE")/hkj_inject.ko" || ktap_skip_all "the module hkj_inject cannot be loaded"
others_on
(settings) > "$dir/before"
check "a recording of a known work" known_gap
check_equal "trace-cmd reads it: an event for each gap" \
	"$(value "$dir/known.json" "['cpus'][0]['gaps']['count']")" "$(grep -c ' gap: ' "$dir/known.txt")"
check "report --trace has the work's events in its gap" has_the_work known
check "gaps and their events are at the same time" is_lined_up
check "report --trace as text fits 80 columns" fits_80_columns
check "nothing is left over" left_nothing
check "somebody else's tracing is as it was" same_settings
check "SIGINT ends it with result and trace" signalled INT
check "SIGTERM too" signalled TERM
check "--stop-above: the trace ends with the gap" stops_at_the_gap
check "and has what led to it" has_the_work stop
check "--snapshot-above: the trace ends with the first such gap, the run does not" keeps_the_first_gap
check "and has what led to it" has_the_work first
check "without such a gap it has the end of the run" says_that_no_gap_was_long
check "SIGINT ends it with result and trace" signalled INT --snapshot-above 1h
check "status --restore after SIGKILL" tool_killed
check "nothing is left over of a killed tool" left_nothing
check "status --restore after SIGKILL, without a trace-cmd" tool_killed --snapshot-above 1h
check "nothing is left over of that either" left_nothing
check "without trace-cmd in the middle there is a result" trace_cmd_killed
check "nothing is left over of a killed trace-cmd" left_nothing
check "a full disk is told, and left as it was" disk_full
check "an event that is none" refused 2 'no event' "$tool" record -c "$target" -d 1s -e nonsense \
	-o "$dir/n.json" --trace "$dir/n.dat"
check "somebody else's tracing is still as it was" same_settings
check "a quiet run and a quiet recording" quiet
check "all was set up before the window" is_set_up_before
end
