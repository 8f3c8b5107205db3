#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What is made of gaps without an interruption: each kind of evidence, of known
# number and length, in the result, in sysfs, in debugfs and in the trace.
#
# HKJ_TOOL is the tool; found in PATH if unset.

. "$(dirname "$0")/hkj.sh"

COUNT=20
SPIN_NS=200000
PERIOD_US=20000
STOPS=5
STOP_MS=200

tool=${HKJ_TOOL:-$(command -v hkjitter)}
dir=$(mktemp -d)
state=${HKJ_OUT:-/nowhere}/.vm

# run NAME COMMAND...: a session as long as the command, its result in
# $dir/NAME.json. fifo: nothing that the scheduler of an ordinary task does.
run()
{
	local name=$1

	shift
	"$tool" run -c "$target" -p fifo:1 -q -o "$dir/$name.json" -- "$@" &&
		[ "$(value "$dir/$name.json" "['run']['command']['exit_status']")" = 0 ]
}

# run_kind KIND
run_kind()
{
	run "$1" bash -c "$(declare -f fire); target=$target; fire $1 $COUNT $SPIN_NS $PERIOD_US"
}

# unexplained NAME KEY
unexplained()
{
	value "$dir/$1.json" "['cpus'][0]['unexplained']['$2']"
}

# causes_add_up NAME
causes_add_up()
{
	python3 - "$dir/$1.json" <<-'END'
	import json, sys
	u = json.load(open(sys.argv[1]))["cpus"][0]["unexplained"]
	causes = ("clock", "smi", "steal", "vectors", "unknown")
	assert sum(u[c] for c in causes) == u["count"], "count"
	assert sum(u[c + "_ns"] for c in causes) == u["total_ns"], "total"
	END
}

# same_in_sysfs NAME FILE KEY: sysfs says what the result says
same_in_sysfs()
{
	check_equal "$1: $2 in sysfs" "$(unexplained "$1" "$3")" "$(cat "$C/$2")"
}

# long_of NAME CAUSE NS: how many of the longest gaps are that long, and put down
# to the cause; or that hold an interruption, for the cause "-"
long_of()
{
	python3 - "$dir/$1.json" "$2" "$3" <<-'END'
	import json, sys
	gaps = json.load(open(sys.argv[1]))["cpus"][0]["longest"]
	print(sum(g.get("cause", "-") == sys.argv[2] and
	          g["duration_ns"] >= int(sys.argv[3]) for g in gaps))
	END
}

# in_debugfs CAUSE: its gaps, by the file of the target
in_debugfs()
{
	sed -n "s/^$1 \([0-9]*\) .*/\1/p" "$D/cpu$target/unexplained"
}

traced()
{
	mkdir -p "$T/instances/hkj_evidence" &&
		echo 1 > "$T/instances/hkj_evidence/events/hkjitter/unexplained/enable" &&
		run_kind smi
}

# traced_smis: events that put a gap down to an SMI
traced_smis()
{
	grep -c 'unexplained: .* cause=smi smis=1 ' "$T/instances/hkj_evidence/trace"
}

trace_off()
{
	local rc=$?

	rmdir "$T/instances/hkj_evidence" 2> /dev/null
	rm -rf "$dir"
	(exit "$rc")
	finish
}

# ask_host LINE: done when it returns
ask_host()
{
	local tenths=100

	rm -f "$state/answer"
	echo "$1" > "$state/request.new"
	mv "$state/request.new" "$state/request"
	while [ ! -s "$state/answer" ]; do
		[ $((tenths--)) -gt 0 ] || return 1
		sleep 0.1
	done
	[ "$(cat "$state/answer")" = "$1" ]
}

stops()
{
	local i

	for ((i = 0; i < STOPS; i++)); do
		sleep 0.5
		ask_host "stop $STOP_MS" || return
	done
	sleep 0.5
}

check_smi()
{
	check "smi: a session" run_kind smi
	check "smi: causes add up" causes_add_up smi
	check_equal "smi: SMIs that the CPU counted" $COUNT "$(unexplained smi nr_smis)"
	# The gap of one that meets an interruption is explained by that.
	check_range "smi: gaps" $((COUNT * 8 / 10)) $COUNT "$(unexplained smi smi)"
	# None is put down to an SMI that was in another gap, and shorter.
	check "smi: they last as long as asked for" \
		test "$(unexplained smi smi_ns)" -ge $(($(unexplained smi smi) * SPIN_NS))
	same_in_sysfs smi nr_smis nr_smis
	same_in_sysfs smi nr_unexplained_smi smi
	same_in_sysfs smi unexplained_smi_ns smi_ns
	check_equal "smi: in debugfs" "$(unexplained smi smi)" "$(in_debugfs smi)"
	check_range "smi: the longest gaps say so" 1 $COUNT "$(long_of smi smi $SPIN_NS)"
	"$tool" report "$dir/smi.json" > "$dir/smi.txt"
	check_equal "smi: in the report" 1 "$(grep -c "smi: firmware ran, its counter moved: $(unexplained smi smi)," "$dir/smi.txt")"
	check "smi: a session that is traced" traced
	check_equal "smi: events" "$(unexplained smi smi)" "$(traced_smis)"
}

check_vector()
{
	check "vector: a session" run_kind vector
	check "vector: causes add up" causes_add_up vector
	check_range "vector: vectors counted" $COUNT 99999 "$(unexplained vector nr_vectors)"
	check_range "vector: gaps" $((COUNT * 9 / 10)) 99999 "$(unexplained vector vectors)"
	same_in_sysfs vector nr_unexplained_vectors vectors
	check_equal "vector: no SMI" 0 "$(unexplained vector smi)"
}

# longer_than NS: the longest gaps from there on, "NS CAUSE" each; "-": has an interruption
longer_than()
{
	python3 - "$dir/steal.json" "$1" <<-'END'
	import json, sys
	for g in json.load(open(sys.argv[1]))["cpus"][0]["longest"]:
	    if g["duration_ns"] >= int(sys.argv[2]):
	        print(g["duration_ns"], g.get("cause", "-"), end=", ")
	END
}

# all_stops: how many of them the result tells, in $stolen and $met. The emulator's threads
# do not stop and go on at one moment on a busy host, and a stop that the target meets
# in two pieces, or without the witness, is none of all CPUs. Such a run is made again.
all_stops()
{
	local i

	for i in 1 2 3; do
		run steal bash -c "$(declare -f ask_host stops); state=$state
			STOPS=$STOPS STOP_MS=$STOP_MS; stops" || return
		stolen=$(long_of steal steal $((STOP_MS * 950000)))
		met=$(long_of steal - $((STOP_MS * 950000)))
		[ $((stolen + met)) -ne "$STOPS" ] || break
		note "run $i: $stolen stolen, $met met: $(longer_than 20000000)"
	done
	return 0
}

check_steal()
{
	if [ ! -d "$state" ]; then
		for i in 1 2 3 4 5; do
			check_skip "steal $i" "no host to ask for it"
		done
		return
	fi
	check "steal: a session" all_stops
	check "steal: causes add up" causes_add_up steal
	check_equal "steal: stops of ${STOP_MS} ms" $STOPS $((stolen + met))
	check_range "steal: those that met no interruption" 1 $STOPS "$stolen"
	check_equal "steal: no SMI" 0 "$(unexplained steal smi)"
}

check_none()
{
	check "nothing: a session" run nothing sleep 2
	check "nothing: causes add up" causes_add_up nothing
	check_equal "nothing: no SMI" 0 "$(unexplained nothing smi)"
	check_equal "nothing: no clock trouble" 0 "$(unexplained nothing clock)"
	check_equal "nothing: the clock is not doubted" 0 "$(cat "$C/clock_is_doubtful")"
}

# tell KIND ASKED CAUSE: a row for the documents
tell()
{
	note "evidence: $1: $2 asked for, $(unexplained "$1" "$3") gaps put down to $3, $(unexplained "$1" "$3_ns") ns," \
		"counters: $(unexplained "$1" nr_smis) SMIs, $(unexplained "$1" nr_vectors) vectors"
}

command -v python3 > /dev/null || ktap_skip_all "no python3"
begin 30
trap trace_off EXIT
load_injector
check_none
check_smi
check_vector
check_steal
tell smi $COUNT smi
tell vector $COUNT vectors
[ ! -d "$state" ] || tell steal $STOPS steal
rm -rf "$dir"
end
