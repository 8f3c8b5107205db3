#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The measurement's own noise: a run whose progress is shown, and whose figures are
# read once a second, causes no interruption of the target; and one that does is
# told.
#
# HKJ_TOOL is the tool; found in PATH if unset.

. "$(dirname "$0")/hkj.sh"

RUN_S=5
COUNT=20
CROWD=40

tool=${HKJ_TOOL:-$(command -v hkjitter)}
dir=$(mktemp -d)

# A terminal for the progress display.
on_terminal()
{
	script -qec "$*" "$dir/terminal" > /dev/null
}

# Whatever shows figures, once a second, as long as the run takes.
readers()
{
	while is_state running; do
		cat "$C"/* "$D/cpu$target"/* > "$dir/read"
		sleep 1
	done
}

watched_run()
{
	on_terminal "'$tool' run -c $target -d ${RUN_S}s -o $dir/quiet.json" &
	wait_for 10 is_state running || return
	readers
	wait $!
}

# One that uses the module's files, and calls the target meanwhile; after CROWD
# others have opened them.
noisy_reader()
{
	python3 - "$target" "$COUNT" "$CROWD" <<-'END'
	import os, subprocess, sys
	opener = "exec < /dev/hkjitter; echo; exec sleep 60"
	others = [subprocess.Popen(["sh", "-c", opener], stdout=subprocess.PIPE)
	          for i in range(int(sys.argv[3]))]
	for other in others:
	    other.stdout.read(1)
	os.open("/dev/hkjitter", os.O_RDONLY)
	with open("/sys/kernel/debug/hkj_inject/fire", "w") as f:
	    f.write("ipi %s %s 20000 10000" % (sys.argv[1], sys.argv[2]))
	for other in others:
	    other.kill()
	    other.wait()
	END
}

# self_of FUNCTION: how many of a source are the measurement's own
self_of()
{
	python3 - "$dir/noisy.json" "$1" <<-'END'
	import json, sys
	for s in json.load(open(sys.argv[1]))["cpus"][0]["sources"]:
	    if s["function"] == sys.argv[2]:
	        print(s["self"])
	END
}

# The loop in user space, interrupted; what interrupts ask for is not its doing.
user_run()
{
	"$tool" run --workload user -c "$target" -q -o "$dir/user.json" -- \
		bash -c "sleep 1; echo 'ipi $target $COUNT 20000 10000' > /sys/kernel/debug/hkj_inject/fire; sleep 1"
}

# asked_by_loop RESULT: sources that it names the loop as the initiator of.
asked_by_loop()
{
	python3 - "$1" "hkjitter/$target" <<-'END' || echo "no result"
	import json, sys
	for s in json.load(open(sys.argv[1]))["cpus"][0]["sources"]:
	    if any(i["comm"] == sys.argv[2] for i in s["initiators"]):
	        print(s["class"], s["function"] or s["name"])
	END
}

command -v script > /dev/null || ktap_skip_all "no script(1)"
command -v python3 > /dev/null || ktap_skip_all "no python3"
begin 13
load_injector
check "a run that is watched" watched_run
check "its progress was shown" grep -q "CPU $target: .* gaps" "$dir/terminal"
check "its figures were read" grep -q '^# class id' "$dir/read"
check_equal "it has caused no interruption" 0 \
	"$(value "$dir/quiet.json" "['cpus'][0]['self']['interruptions']")"
check_equal "nor does sysfs tell one" 0 "$(cat "$C/nr_self")"
check_equal "the loop asks for nothing" "" "$(asked_by_loop "$dir/quiet.json")"
check "a run with a loop in user space" user_run
check_equal "that loop asks for nothing either" "" "$(asked_by_loop "$dir/user.json")"
check "a run with a noisy reader" "$tool" run -c "$target" -q -o "$dir/noisy.json" -- \
	bash -c "$(declare -f noisy_reader); target=$target COUNT=$COUNT CROWD=$CROWD; noisy_reader"
check_equal "its calls are the measurement's own" "$COUNT" "$(self_of inject_ipi_fn)"
check_range "they are in the sum" "$COUNT" 999999 \
	"$(value "$dir/noisy.json" "['cpus'][0]['self']['interruptions']")"
check "the report names them" grep -q "inject_ipi_fn: $COUNT" <("$tool" report "$dir/noisy.json")
rm -rf "$dir"
end
