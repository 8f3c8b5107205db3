#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Noise that the kernel makes by itself, and what turns it off: the deadline
# server of 6.12 and later, and the clocksource watchdog.
#
# HKJ_TOOL is the tool; found in PATH if unset.

. "$(dirname "$0")/hkj.sh"

RUN_S=6

tool=${HKJ_TOOL:-$(command -v hkjitter)}
dir=$(mktemp -d)
server=/sys/kernel/debug/sched/fair_server/cpu$target/runtime

# run NAME POLICY COMMAND...
run()
{
	local name=$1 policy=$2

	shift 2
	"$tool" run -c "$target" -p "$policy" -q -o "$dir/$name.json" -- "$@"
}

# count NAME FUNCTION [CAUSE]: interruptions of the source with that function or
# name, and what follows from that cause. The others of its name are told.
count()
{
	python3 - "$dir/$1.json" "$2" "${3-}" <<-'END'
	import json, sys
	sources = json.load(open(sys.argv[1]))["cpus"][0]["sources"]
	found = [s for s in sources if sys.argv[2] in (s["function"], s["name"])]
	for s in found:
	    print("#", sys.argv[1], s["count"], "of", s.get("cause"), s["initiators"], file=sys.stderr)
	print(sum(s["count"] for s in found if sys.argv[3] in ("", s.get("cause"))))
	END
}

# A kick is asked for by whatever brings the tick back, a second thread too: those
# of the server's timer are its.
kicks()
{
	count "$1" nohz_full_kick_func dl_task_timer
}

# Threads that ran on the target, if the loop is not theirs
threads()
{
	python3 - "$dir/$1.json" <<-'END'
	import json, sys
	sources = json.load(open(sys.argv[1]))["cpus"][0]["sources"]
	print(sum(s["count"] for s in sources if s["class"] == "thread"))
	END
}

# An ordinary thread that runs beside a real-time loop starts the server, too. Such
# a session is made again.
run_alone()
{
	local i

	for i in 1 2 3; do
		run "$@" || return
		[ "$(threads "$1")" -gt 0 ] || break
	done
	return 0
}

# Once a second, as long as an ordinary task fills the CPU.
check_server()
{
	if [ ! -w "$server" ]; then
		for i in 1 2 3 4 5 6 7 8; do
			check_skip "deadline server $i" "this kernel has none"
		done
		return
	fi
	check "deadline server: an ordinary task" run server other sleep "$RUN_S"
	check_range "deadline server: kicks" $((RUN_S / 2)) $((2 * RUN_S)) "$(kicks server)"
	check "deadline server: a real-time task" run_alone fifo fifo:1 sleep "$RUN_S"
	# What an ordinary thread has started before, as the loop is one until it has its
	# policy, lasts for the server's period of one second.
	check_range "deadline server: no kick then, but of what was before" 0 1 "$(kicks fifo)"
	check "deadline server: the log is clean so far" log_is_clean
	# Debian's 6.12 may warn of its own bandwidth when this file is written, and
	# refuses it (EBUSY) once an isolated CPU has been offline.
	check "deadline server: it can be switched off" borrow "$server" 0
	check "deadline server: a session without" run off other sleep "$RUN_S"
	check_equal "deadline server: no kick either" 0 "$(kicks off)"
	give_back
	borrowed=
	log_mark
}

# Every half second on the next CPU, that of the target too.
check_watchdog()
{
	check "watchdog: a session" run watchdog fifo:1 \
		bash -c "$(declare -f fire); target=$target; fire watchdog $RUN_S 0 1000000"
	check_range "watchdog: its timer comes round" 1 $((2 * RUN_S)) "$(count watchdog clocksource_watchdog)"
	check "watchdog: a session without" run none fifo:1 sleep "$RUN_S"
	check_equal "watchdog: no timer of its" 0 "$(count none clocksource_watchdog)"
}

command -v python3 > /dev/null || ktap_skip_all "no python3"
begin 13
load_injector
check_server
check_watchdog
rm -rf "$dir"
end
