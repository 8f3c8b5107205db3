#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Looking at a session on the real module: what it shows is what is counted, and
# the one who looks leaves no trace on the target.
#
# HKJ_TOOL is the tool; found in PATH if unset.

. "$(dirname "$0")/hkj.sh"

tool=${HKJ_TOOL:-$(command -v hkjitter)}
dir=$(mktemp -d)

# Totals never go back, what is new is their difference, and parts add up.
readings_add_up()
{
	python3 - "$1" "$2" <<-'END'
	import json, sys
	lines = [json.loads(line) for line in open(sys.argv[1])]
	assert len(lines) == int(sys.argv[2]), f"{len(lines)} lines"
	assert len({line["session"] for line in lines}) == 1, "one session"
	before = None
	for line in lines:
	    assert line["schema"] == "hkjitter-top/1" and line["elapsed_ns"] > 0
	    cpu, = line["cpus"]
	    assert cpu["lost_ns"] <= cpu["runtime_ns"]
	    gap, = line["longest"]
	    assert gap["duration_ns"] <= cpu["max_ns"] + 1, "longest"
	    assert sum(p["net_ns"] for p in gap["parts"]) <= gap["duration_ns"] + len(gap["parts"])
	    if before and not cpu["is_stale"] and not before["is_stale"]:
	        assert cpu["gaps"] - before["gaps"] == cpu["new"]["gaps"], "new gaps"
	        assert cpu["lost_ns"] - before["lost_ns"] == cpu["new"]["lost_ns"], "new time"
	        assert cpu["runtime_ns"] > before["runtime_ns"], "it goes on"
	    before = cpu
	END
}

# Nobody who looked is named as one who asked for an interruption.
nobody_looked()
{
	python3 - "$1" <<-'END'
	import json, sys
	for line in open(sys.argv[1]):
	    for source in json.loads(line)["sources"]:
	        for who in source["initiators"]:
	            assert not who["comm"].startswith("hkjitter"), (source, who)
	        assert not (source["class"] == "thread" and
	                    source["name"].startswith("hkjitter")), source
	END
}

stays_off()
{
	local pid allowed

	"$tool" top --batch 1000 > /dev/null &
	pid=$!
	sleep 2
	allowed=$(sed -n 's/^Cpus_allowed_list:\t//p' "/proc/$pid/status")
	kill "$pid"
	wait "$pid" || return 1
	note "allowed on $allowed, target $target"
	! seq_of "$allowed" | grep -qx "$target"
}

# The CPUs of a list, one a line.
seq_of()
{
	local range

	for range in ${1//,/ }; do
		seq "${range%-*}" "${range#*-}"
	done
}

# On a terminal of its own, until a signal or a key ends it. $1: terminal, $2:
# what is typed, $3: what is to be seen
on_terminal()
{
	(sleep 3; printf '%s' "$2"; sleep 2) |
		TERM=$1 timeout 60 script -qec "'$tool' top" /dev/null > "$dir/screen" || return 1
	grep -q "$3" "$dir/screen"
}

begin 14
check "a session of our own" sh -c "'$tool' top -c $target --batch 4 --json --interval 500ms > '$dir/own'"
check "its readings add up" readings_add_up "$dir/own" 4
check_equal "it is over with its reader" "done" "$(get state)"
check_equal "the module's settings are as before" "isolated 0 0 other" \
	"$(get cpus) $(get threshold_ns) $(get duration_ms) $(get policy)"
check "result of one" sh -c "'$tool' top -c $target -d 2s --batch 100 -o '$dir/r.json' > '$dir/log'"
check_equal "it has the module's count" "$(cat "$C/nr_gaps")" \
	"$(python3 -c "import json; print(json.load(open('$dir/r.json'))['cpus'][0]['gaps']['count'])")"
check "a log ends with the session" grep -q "^CPU $target done" "$dir/log"
echo 1 > "$S/run"
check "another's session" sh -c "'$tool' top --batch 5 --json --interval 200ms > '$dir/other'"
check "its readings add up" readings_add_up "$dir/other" 5
check "no reader on the target" nobody_looked "$dir/other"
check "whoever looks keeps off the target" stays_off
check "a terminal is taken and given back" on_terminal vt100 q 'q quit'
check_equal "and the session goes on" running "$(get state)"
echo 0 > "$S/run"
rm -rf "$dir"
end
