#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The tool on the real module: what its users do with it, and what they do wrong.
#
# HKJ_TOOL is the tool; found in PATH if unset.

. "$(dirname "$0")/hkj.sh"

tool=${HKJ_TOOL:-$(command -v hkjitter)}
dir=$(mktemp -d)
rt_runtime=/proc/sys/kernel/sched_rt_runtime_us

# ends_with CODE PATTERN COMMAND...: by exit code, and one line on stderr
ends_with()
{
	local code=$1 pattern=$2 rc

	shift 2
	"$@" > "$dir/out" 2> "$dir/err"
	rc=$?
	[ "$rc" -eq "$code" ] &&
		{ [ -z "$pattern" ] || grep -q "$pattern" "$dir/err"; } && return
	note "exit $rc, stderr: $(head -c 300 "$dir/err")"
	return 1
}

json_balances()
{
	python3 - "$1" <<-'END'
	import json, sys
	for c in json.load(open(sys.argv[1]))["cpus"]:
	    g = c["gaps"]
	    assert c["runtime_ns"] == c["quiet_ns"] + g["total_ns"], "books"
	    assert sum(h[2] for h in g["histogram"]) + c["lost"]["overflow"] == g["count"], "count"
	    assert c["books"]["is_balanced"] is True
	    p = list(g["percentiles"].values())
	    assert p == sorted(p) and p[-1] <= g["max_ns"], "percentiles"
	END
}

# The points have all gaps; the longest one is in its second, with its source.
series_is_complete()
{
	python3 - "$1" <<-'END'
	import json, sys
	for c in json.load(open(sys.argv[1]))["cpus"]:
	    g, s = c["gaps"], c["series"]
	    points, period = s["points"], s["period_ns"]
	    assert s["dropped"] == 0 and period == 10**9, "nothing is dropped"
	    assert sum(p[1] for p in points) == g["count"], "count"
	    assert sum(p[2] for p in points) == g["total_ns"], "total"
	    assert max(p[3] for p in points) == g["max_ns"], "longest"
	    assert all(p[0] <= c["runtime_ns"] for p in points), "within the window"
	    gap = c["longest"][0]
	    end = gap["start_ns"] + gap["duration_ns"]
	    at = next(p for p in points if p[3] == g["max_ns"])
	    # The window's begin on all clocks is read just before its first turn.
	    assert end - 10**7 < at[0] + period and at[0] <= end, "its second"
	    parts = gap["parts"]
	    if not parts:
	        assert at[4] == -1, "unexplained"
	    elif "parts_lost" not in gap:
	        top = max(parts, key=lambda p: p["net_ns"])["net_ns"]
	        source = c["sources"][at[4]]
	        assert any(p["net_ns"] == top and p["function"] == source["function"] and
	                   p["name"] == source["name"] for p in parts), "source"
	END
}

check_words()
{
	[ "$1" = "$2" ] && return
	note "wanted '$1', got '$2'"
	return 1
}

# The result says what the module said.
matches_sysfs()
{
	[ "$(value "$1" "['cpus'][0]['gaps']['count']")" = "$(cat "$C/nr_gaps")" ] &&
		[ "$(value "$1" "['cpus'][0]['runtime_ns']")" = "$(cat "$C/runtime_ns")" ]
}

fits_80_columns()
{
	! grep -qE '^.{81}' "$1"
}

command_stays_off()
{
	local expected

	expected=$(seq 0 "$(($(nproc --all) - 1))" | grep -vx "$target" | paste -sd ' ')
	"$tool" run -c "$target" -q -o "$dir/c.json" -- python3 -c "
import os
print(*sorted(os.sched_getaffinity(0)), file=open('$dir/allowed', 'w'))" || return 1
	check_words "$expected" "$(cat "$dir/allowed")"
}

interrupted()
{
	"$tool" run -c "$target" -q -o "$dir/i.json" &
	sleep 2
	kill -"$1" $!
	wait $! && [ "$(get state)" = done ] &&
		[ "$(value "$dir/i.json" "['run']['stop_reason']")" = interrupted ]
}

# A killed tool: what it had changed is put back by the next one.
killed()
{
	"$tool" run -c "$target" -p fifo:1 -q -o "$dir/k.json" &
	sleep 2
	kill -KILL $!
	wait $! 2> /dev/null
	put run 0 > /dev/null
	"$tool" status --restore > "$dir/restore" 2>&1 &&
		[ "$(cat "$rt_runtime")" = "$throttle" ]
}

# The module measures on without its tool; another one takes it up again.
resumed()
{
	local partial

	"$tool" run -c "$target" -p fifo:1 -d 10m --interval 1s -q -o "$dir/l.json" &
	wait_for 60 test -e "$dir/l.json"
	kill -KILL $!
	wait $! 2> /dev/null
	check_words "running running" "$(get state) $(value "$dir/l.json" "['run']['state']")" ||
		return 1
	partial=$(value "$dir/l.json" "['cpus'][0]['gaps']['count']")
	"$tool" report "$dir/l.json" > "$dir/partial" && grep -q PARTIAL "$dir/partial" ||
		return 1
	sleep 2
	"$tool" run --resume "$dir/l.json" -q &
	sleep 3
	kill -INT $!
	wait $! && [ "$(get state)" = done ] &&
		check_words "done interrupted" "$(value "$dir/l.json" "['run']['state']") $(value "$dir/l.json" "['run']['stop_reason']")" &&
		[ "$(value "$dir/l.json" "['cpus'][0]['gaps']['count']")" -ge "$partial" ]
}

unprivileged()
{
	setpriv --reuid 65534 --regid 65534 --clear-groups "$tool" run -d 100ms
}

begin 32
throttle=$(cat "$rt_runtime")
check "run for 1 s" ends_with 0 "" "$tool" run -c isolated -d 1s -o "$dir/r.json"
check "its report fits 80 columns" fits_80_columns "$dir/out"
check "its books balance" json_balances "$dir/r.json"
check "run for 5 s" ends_with 0 "" "$tool" run -c isolated -d 5s -q -o "$dir/s.json"
check "its time series has every gap" series_is_complete "$dir/s.json"
check "the result says what the module says" matches_sysfs "$dir/s.json"
check_equal "its schema" hkjitter-result/1 "$(value "$dir/r.json" "['schema']")"
check_equal "its kernel" "$(uname -r)" "$(value "$dir/r.json" "['host']['kernel']")"
check "report" ends_with 0 "" "$tool" report "$dir/r.json"
check "report fits 80 columns" fits_80_columns "$dir/out"
check "status" ends_with 0 "" "$tool" status
check "status names the isolated CPU" grep -qE "isolcpus.*\b$target\b" "$dir/out"
check "status --json is JSON" sh -c "'$tool' status --json | python3 -m json.tool > /dev/null"
check "COMMAND runs on the housekeeping CPUs" command_stays_off
"$tool" run -c "$target" -q -o "$dir/c.json" -- sh -c 'exit 7'
check_equal "COMMAND's exit status is in the result" 7 "$(value "$dir/c.json" "['run']['command']['exit_status']")"
check "SIGINT ends a run with a result" interrupted INT
check "SIGTERM too" interrupted TERM
check "policy fifo:1" ends_with 0 "" "$tool" run -c "$target" -p fifo:1 -d 500ms -o "$dir/f.json"
check_equal "RT throttling is as before" "$throttle" "$(cat "$rt_runtime")"
check "after SIGKILL it can be put back" killed
check "after SIGKILL it can be resumed" resumed
check "the resumed result balances" json_balances "$dir/l.json"
check "its time series has every gap" series_is_complete "$dir/l.json"
check_equal "RT throttling is as before" "$throttle" "$(cat "$rt_runtime")"
check_equal "the module's settings are as before" "isolated 0 0 other" \
	"$(get cpus) $(get threshold_ns) $(get duration_ms) $(get policy)"
check "CPU list of nonsense" ends_with 2 "x" "$tool" run -c x -d 1s
check "all CPUs" ends_with 3 "housekeeping" "$tool" run -c "$(cat /sys/devices/system/cpu/online)" -d 1s
check "without rights" ends_with 3 "root" unprivileged
echo 1 > "$S/run"
check "while a session runs" ends_with 3 "run" "$tool" run -d 100ms
echo 0 > "$S/run"
unload
check "without the module" ends_with 3 "hkjitter" "$tool" run -d 100ms
check_equal "its remedy is named" 1 "$(grep -c 'modprobe\|insmod' "$dir/err")"
rm -rf "$dir"
end
