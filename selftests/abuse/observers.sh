#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Others who look at the same time: the function tracer, ftrace's own noise tracer
# on the same CPU, our events recorded, perf, bpftrace. Each of them may come, go
# and be there while sessions start and stop; the books stay right.

. "$(dirname "$0")/abuse.sh"

seconds=${HKJ_OBSERVER_S:-5}
dir=$(mktemp -d)
bpf_program='tracepoint:sched:sched_switch { @switches = count(); }
tracepoint:irq:softirq_entry { @softirqs = count(); }
kprobe:smp_call_function_many_cond { @calls = count(); }'

has_tracer()
{
	grep -qw "$1" "$T/available_tracers"
}

is_gone()
{
	! kill -0 "$1" 2> /dev/null
}

# sessions_under COMMAND...: one across its coming, one across its going, and
# others meanwhile. It ends by itself, but not before a session is over.
sessions_under()
{
	local pid rc nr=0

	"$@" > "$dir/out" 2>&1 &
	pid=$!
	while ! is_gone "$pid"; do
		run_session 300 && books_balance || return 1
		nr=$((nr + 1))
	done
	wait "$pid"
	rc=$?
	note "$nr sessions, and $1 ended with $rc"
	[ "$rc" -eq 0 ] || tail -n 5 "$dir/out" | sed 's/^/# /'
	[ "$rc" -eq 0 ] && [ "$nr" -gt 0 ] && run_session 50 && books_balance
}

# For those that are switched on and off by a file.
under_tracer()
{
	echo "$1" > "$T/current_tracer" && sleep "$seconds" &&
		echo nop > "$T/current_tracer" && echo > "$T/trace"
}

check_tracer()
{
	if has_tracer "$1"; then
		check "the tracer $1" sessions_under under_tracer "$1"
	else
		check_skip "the tracer $1" "a kernel that has it"
	fi
}

check_program()
{
	local name=$1

	shift
	if command -v "$1" > /dev/null; then
		check "$name" sessions_under "$@"
	else
		check_skip "$name" "the program $1"
	fi
}

begin 9
check_tracer function
check_tracer function_graph
check_tracer osnoise
check_tracer timerlat
check_program "trace-cmd on our events and the scheduler's" \
	trace-cmd record -q -o "$dir/trace.dat" -e hkjitter -e sched -e irq \
	-e irq_vectors sleep "$seconds"
check_program "perf record on all CPUs" \
	perf record -q -a -F 200 -o "$dir/perf.data" sleep "$seconds"
check_program "bpftrace on the tracepoints that we use" bpftrace -e \
	"$bpf_program interval:s:$seconds { exit(); }"
check_no_leak
rm -rf "$dir"
end
