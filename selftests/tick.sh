#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Why the tick runs: who or what stood against stopping it; and that what follows
# from one cause is one chain.

. "$(dirname "$0")/hkj.sh"

inject=$(dirname "${HKJ_MODULE:-/}")/hkj_inject.ko
fire=/sys/kernel/debug/hkj_inject/fire
has_nohz_full=$(cat /sys/devices/system/cpu/nohz_full 2> /dev/null)
server=/sys/kernel/debug/sched/fair_server/cpu$target/runtime

# session COMMAND...: one for as long as the command takes.
session()
{
	local rc

	put run 1 > /dev/null || return 1
	"$@"
	rc=$?
	put run 0 > /dev/null
	return "$rc"
}

# causes DEP: comms and functions behind refusals: "COMM FUNCTION COUNT" lines
causes()
{
	awk -v dep="$1" '$1 == "<-" && $2 == dep {
			sub(/^\t<- [a-z_]+ "/, ""); sub(/" -?[0-9]+/, ""); print }' "$D/cpu$target/tick"
}

# refusals DEP
refusals()
{
	awk -v dep="$1" '$1 == dep { print $2 }' "$D/cpu$target/tick"
}

# All refusals have somebody behind them.
adds_up()
{
	local sum

	sum=$(awk '$1 == "<-" { n += $NF } END { print n + 0 }' "$D/cpu$target/tick")
	[ "$sum" -eq "$(awk '!/^[#\t]/ { n += $2 } END { print n + 0 }' "$D/cpu$target/tick")" ]
}

# in_chain CAUSE CLASS NAME: how many interruptions followed from it
in_chain()
{
	awk -v cause="$1" -v class="$2" -v name="$3" '
		!/^[#\t]/ && $1 == class && $9 == cause && ($3 == "\"" name "\"" || $4 == name) { n += $5 }
		END { print n + 0 }' "$D/cpu$target/sources"
}

second()
{
	"$BIN/second" "$target" 500
}

# shellcheck disable=SC2016	# that bash's variables
perf()
{
	bash -c 'echo "$1" > "$0"' "$fire" "tick_dep $target 50 0 10000"
}

begin 10
[ -n "$has_nohz_full" ] || ktap_skip_all "no nohz_full CPU"
rmmod hkj_inject 2> /dev/null
insmod "$inject" || ktap_skip_all "the module hkj_inject cannot be loaded"
put duration_ms 0 > /dev/null
check "a second task" session second
check "it stood against the tick" test "$(refusals sched)" -ge 1
check "the task is named" grep -q '^second ' <(causes sched)
check "each refusal has somebody behind it" adds_up
check "a dependency of perf's" session perf
check "who set it is named" grep -q '^bash inject_tick_dep_set ' <(causes perf_events)
rmmod hkj_inject
if [ -e "$server" ]; then
	check "4 s with the deadline server" session sleep 4
	check "what it asks for is one chain" test "$(in_chain dl_task_timer ipi nohz_full_kick_func)" -ge 1
	check "and so is the tick that follows" test "$(in_chain dl_task_timer timer tick_nohz_handler)" -ge 1
else
	check_skip "4 s with the deadline server" "no deadline server"
	check_skip "what it asks for is one chain" "no deadline server"
	check_skip "and so is the tick that follows" "no deadline server"
fi
end
