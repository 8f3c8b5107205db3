#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The workload "user": a loop in user space, what happens to it, and what it may
# not do. What is made to happen is counted N of N, and nothing else is blamed.
#
# HKJ_TOOL is the tool; found in PATH if unset.

. "$(dirname "$0")/hkj.sh"

COUNT=20
tool=${HKJ_TOOL:-$(command -v hkjitter)}
dir=$(mktemp -d)
victim=
online=/sys/devices/system/cpu/cpu$target/online

# count_of CLASS [NAME]: by the source's name or function
count_of()
{
	awk -F '"' -v class="$1" -v name="${2:-}" '{
		split($1, head, " "); split($3, tail, " ")
		if (head[1] == class && (name == "" || $2 == name || tail[1] == name))
			n += tail[2]
	} END { print n + 0 }' "$D/cpu$target/sources"
}

has_count()
{
	[ "$(count_of "$1" "$2")" -ge "$3" ]
}

# victim_begin KIND COUNT: a loop, and a session that has it
victim_begin()
{
	"$BIN/victim" "$target" "$1" "$2" > "$dir/said" 2> "$dir/victim" &
	victim=$!
	reset_config
	put workload user > /dev/null
	[ "$(put run 1)" = ok ] && return
	note "$1: $(get last_error); $(cat "$dir/victim")"
	return 1
}

victim_end()
{
	[ "$(get run)" = 0 ] || put run 0 > /dev/null
	wait "$victim"
}

# victim_run KIND COUNT CLASS NAME WANTED: until so many were counted, and on for a
# while, so that one too many would be seen.
victim_run()
{
	victim_begin "$1" "$2" || return 1
	wait_for 90 has_count "$3" "$4" "$5"
	sleep 0.3
	victim_end && books_balance
}

is_through()
{
	grep -q through "$dir/said"
}

rules_hold()
{
	victim_begin rules 1 && wait_for 60 is_through && victim_end && books_balance
}

victim_kill()
{
	kill -KILL "$victim" 2> /dev/null
	wait "$victim" 2> /dev/null
	true
}

# tool_begin OPTION...: a run of the tool's, beside us
tool_begin()
{
	reset_config
	"$tool" run --workload user -c "$target" -q -o "$dir/r.json" "$@" 2> "$dir/tool" &
	tool_pid=$!
	wait_for 20 is_state running
}

no_loops()
{
	! pgrep -x "hkjitter/$target" > /dev/null
}

too_low_is_told()
{
	"$tool" run --workload user -c "$target" -d 1s -t 1ns -q 2> "$dir/tool"
	[ $? -eq 3 ] && grep -q "below two turns" "$dir/tool" && no_loops
}

quiet_run()
{
	"$tool" run --workload user -c "$target" -d 1s -q -o "$dir/quiet.json" &&
		books_balance && no_loops
}

# Every system call of the window is a note, of a gap or of an upkeep.
# shellcheck disable=SC2016	# awk's variables
calls_are_notes()
{
	local event=$T/events/raw_syscalls/sys_enter answer

	echo 16384 > "$T/buffer_size_kb"
	echo > "$T/trace"
	echo 'comm ~ "hkjitter/*"' > "$event/filter"
	echo 1 > "$event/enable"
	"$tool" run --workload user -c "$target" -d 300ms -q -o "$dir/calls.json"
	echo 0 > "$event/enable"
	echo 0 > "$event/filter"
	answer=$(awk '
		/sys_enter: NR 16 \([^,]*, 6aa3,/ { is_open = 1; next }
		/sys_enter: NR 16 \([^,]*, 40286aa5,/ { is_open = 0 }
		is_open && /sys_enter: NR 16 \([^,]*, 40286aa4,/ { notes++; next }
		is_open && /sys_enter:/ { others++ }
		END { print notes + 0, others + 0 }' "$T/trace")
	echo > "$T/trace"
	echo 1408 > "$T/buffer_size_kb"
	note "notes and other calls: $answer; gaps $(cat "$C/nr_gaps"), upkeeps $(cat "$C/nr_upkeeps")"
	[ "$answer" = "$(($(cat "$C/nr_gaps") + $(cat "$C/nr_upkeeps"))) 0" ]
}

has_starved_in()
{
	tool_begin -p fifo:10 || return 1
	timeout 30 taskset -c "$target" true || return 1
	kill -INT "$tool_pid"
	wait "$tool_pid"
}

interrupted()
{
	tool_begin || return 1
	kill -INT "$tool_pid"
	wait "$tool_pid" && is_state done && no_loops && books_balance &&
		[ "$(value "$dir/r.json" '["config"]["workload"]')" = user ]
}

# Its loops end with it, and with them their session.
tool_killed()
{
	tool_begin || return 1
	kill -KILL "$tool_pid"
	wait "$tool_pid" 2> /dev/null
	wait_for 20 is_state done && wait_for 5 no_loops && books_balance &&
		"$tool" status --restore > /dev/null
}

# ran_for MS: the window is as long as that, or longer
ran_for()
{
	local runtime_ns

	runtime_ns=$(cat "$C/runtime_ns")
	note "the window: $runtime_ns ns"
	[ "$runtime_ns" -ge "$(($1 * 1000000))" ]
}

# Nothing has read its figures: it made no note while it was quiet.
loop_killed()
{
	tool_begin || return 1
	sleep 2
	kill -KILL "$(pgrep -x "hkjitter/$target")"
	wait "$tool_pid" && is_state done && books_balance
}

# Its time is over while it cannot run.
loop_stopped()
{
	local loop

	tool_begin -d 10s || return 1
	sleep 2
	loop=$(pgrep -x "hkjitter/$target")
	kill -STOP "$loop"
	wait_for 60 is_state done
	local failed=$?
	kill -CONT "$loop"
	wait "$tool_pid"
	[ "$failed" = 0 ] && books_balance && [ "$(cat "$C/runtime_ns")" -lt 10000000000 ]
}

# policies_are WORDS: as ps(1) tells policy, priority and nice of the loop's process,
# each that any of its threads has
policies_are()
{
	local are

	are=$(ps -L -o cls=,rtprio=,ni= -p "$victim" | sort -u | xargs)
	note "wanted $1, got $are"
	[ "$are" = "$1" ]
}

# A loop gets the session's policy, and its own back.
policy_comes_back()
{
	nice -n 5 "$BIN/victim" "$target" deaf 1 > "$dir/said" 2> "$dir/victim" &
	victim=$!
	reset_config
	put workload user > /dev/null
	put policy fifo:10 > /dev/null
	[ "$(put run 1)" = ok ] && policies_are "FF 10 - TS - 5" && wait_for 60 is_through &&
		[ "$(put run 0)" = ok ] && policies_are "TS - 5"
}

# Many read at once: each waits for a note, and none for its own alone.
crowd_reads()
{
	local i pids=() failed=0

	victim_begin quiet 1 || return 1
	for ((i = 0; i < 20; i++)); do
		cat "$C/runtime_ns" > "$dir/read.$i" & pids+=($!)
	done
	for i in "${pids[@]}"; do
		wait "$i" || failed=1
	done
	victim_end && books_balance && [ "$failed" = 0 ] &&
		[ "$(cat "$dir"/read.* | grep -vc '^0$')" = 20 ]
}

deaf_is_ended()
{
	local begin

	victim_begin deaf 1 && wait_for 60 is_through || return 1
	begin=$SECONDS
	[ "$(put run 0)" = ok ] && is_state done && [ $((SECONDS - begin)) -lt 40 ] &&
		books_balance
}

gone_is_noticed()
{
	victim_begin gone 1 || return 1
	wait_for 30 is_state done && books_balance
}

# The last isolated CPU holds deadline bandwidth of the fair servers.
goes_offline()
{
	borrow /proc/sys/kernel/sched_rt_runtime_us -1
	victim_begin quiet 1 || return 1
	timeout 30 sh -c "echo 0 > $online" && wait_for 10 is_state done &&
		[ "$(cat "$C/stop_reason")" = offline ] && echo 1 > "$online"
}

second_task()
{
	victim_begin quiet 1 || return 1
	"$BIN/second" "$target" 300
	victim_end && books_balance
}

module_stays()
{
	"$BIN/victim" "$target" quiet & victim=$!
	sleep 0.5
	! rmmod hkjitter 2> /dev/null
	local failed=$?
	victim_kill
	return "$failed"
}

begin 41
check_equal "the workload may be user" ok "$(put workload user)"
check_equal "it may be nothing else" "Invalid argument" "$(put workload nobody)"
check_equal "a session without a loop is given up" "Connection timed out" "$(put run 1)"
check "last_error says who has loops" grep -q "'hkjitter run --workload user' has one" "$S/last_error"
reset_config
check "a quiet run of the tool's" quiet_run
check_equal "its result says what the workload was" user "$(value "$dir/quiet.json" '["config"]["workload"]')"
check_equal "the loop has no page faults of its own" 0 "$(count_of fault)"
check "a threshold that it cannot stand is refused" too_low_is_told
check "each system call in the window is a note" calls_are_notes
check "pages that are written to for the first time" victim_run write $COUNT fault write $COUNT
check_equal "$COUNT of fault write" $COUNT "$(count_of fault write)"
check_equal "no other fault" $COUNT "$(count_of fault)"
check "pages that are read, and written to later" victim_run reuse $((2 * COUNT)) fault "write, protected" $COUNT
check_equal "$COUNT of fault read" $COUNT "$(count_of fault read)"
check_equal "$COUNT of fault write, protected" $COUNT "$(count_of fault "write, protected")"
check_equal "no other fault" $((2 * COUNT)) "$(count_of fault)"
check "another thread takes memory back" victim_run munmap $COUNT ipi flush_tlb_func $COUNT
check_equal "$COUNT of ipi flush_tlb_func" $COUNT "$(count_of ipi flush_tlb_func)"
check "the process is who asked for them" grep -q '<- "victim"' "$D/cpu$target/sources"
check_equal "no fault" 0 "$(count_of fault)"
check "a second task" second_task
check_range "it is a thread that ran" 1 99999 "$(count_of thread second)"
check "a real-time loop lets starved threads in" has_starved_in
check "a signal ends the run in order" interrupted
check "a killed tool's session ends" tool_killed
check_equal "its stop reason" workload "$(cat "$C/stop_reason")"
check "a killed loop's session ends" loop_killed
check_equal "its stop reason" workload "$(cat "$C/stop_reason")"
check "its quiet time is in its window" ran_for 1000
check "a loop that was stopped has its time, too" loop_stopped
check_equal "its stop reason" duration "$(cat "$C/stop_reason")"
check "it has run up to there" ran_for 1000
check "many readers at once" crowd_reads
check "a loop's policy is given back" policy_comes_back
victim_kill
check "a loop that breaks all rules" rules_hold
note "$(cat "$dir/victim")"
check "a loop that does not leave is ended" deaf_is_ended
victim_kill
check "a loop whose thread is gone is noticed" gone_is_noticed
victim_kill
check "the target goes offline" goes_offline
victim_kill
check "the module stays while there is a loop" module_stays
reset_config
check "the module's own loop is as it was" run_session 300
rm -rf "$dir"
end
