#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What is lost is told, and ends the proof: each kind of loss is forced, counted in
# sysfs and in the result, and named in the report. A run without any is complete.
#
# HKJ_TOOL is the tool; found in PATH if unset.

. "$(dirname "$0")/hkj.sh"

NR_TASKS=160	# more than the table of sources holds
STORMS=3

tool=${HKJ_TOOL:-$(command -v hkjitter)}
dir=$(mktemp -d)

# run NAME SCRIPT: a session as long as bash takes for the script
run()
{
	"$tool" run -c "$target" -q -o "$dir/$1.json" -- \
		bash -c "$(declare -f fire); target=$target; $2" &&
		"$tool" report "$dir/$1.json" > "$dir/$1.txt" &&
		[ "$(value "$dir/$1.json" "['run']['command']['exit_status']")" = 0 ]
}

# lost NAME KEY
lost()
{
	value "$dir/$1.json" "['cpus'][0]['lost']['$2']"
}

is_complete()
{
	echo "$(value "$dir/$1.json" "['cpus'][0]['verdict']['is_complete']")" \
		"$(value "$dir/$1.json" "['run']['verdict']['is_complete']")" \
		"$(grep -c '^  proof   complete' "$dir/$1.txt")" \
		"$(grep -c '^  proof   NOT COMPLETE' "$dir/$1.txt")"
}

# Tasks of the target's, each of which ends at once: a source each.
many_tasks()
{
	python3 - "$target" "$NR_TASKS" <<-'END'
	import os, sys
	for i in range(int(sys.argv[2])):
	    pid = os.fork()
	    if not pid:
	        os.sched_setaffinity(0, {int(sys.argv[1])})
	        os._exit(0)
	    os.waitpid(pid, 0)
	END
}

# check_loss NAME KEY FILE NOTE: more than none, the same everywhere
check_loss()
{
	check_range "$1: $2 lost" 1 999999 "$(lost "$1" "$2")"
	check_equal "$1: the same in sysfs" "$(lost "$1" "$2")" "$(cat "$C/$3")"
	check "$1: the report says so" grep -q "$4" "$dir/$1.txt"
	check "$1: the books balance" books_balance
}

check_none()
{
	check "a run without a loss" run none "sleep 1"
	check_equal "it is complete" "True True 1 0" "$(is_complete none)"
	for key in sources frames parts clock_steps migrations clock_unstable; do
		check_equal "none: $key lost" 0 "$(lost none $key)"
	done
}

# The wall clock is not the clock of the measurement: setting it an hour ahead and
# back again loses nothing.
check_wall_clock()
{
	check "the wall clock is set: a session" run wall \
		"for i in 1 2 3; do date -s '1 hour' && sleep 0.1 && date -s '1 hour ago' || exit; done > /dev/null"
	check_equal "the wall clock is set: it is complete" "True True 1 0" "$(is_complete wall)"
	check_equal "the wall clock is set: no step of the measuring clock" 0 "$(lost wall clock_steps)"
}

check_table()
{
	check "a full table: a session" run table \
		"$(declare -f many_tasks); NR_TASKS=$NR_TASKS; many_tasks"
	check_loss table sources nr_lost_sources "no room for: [1-9]"
	check_equal "a full table is not complete" "False False 0 1" "$(is_complete table)"
}

check_storm()
{
	check "a storm: a session" run storm "fire storm $STORMS"
	check_loss storm parts nr_lost_parts "too many at once"
	check_equal "a storm is not complete" "False False 0 1" "$(is_complete storm)"
	check_equal "a storm: its works are counted all the same" $STORMS \
		"$(value "$dir/storm.json" "['cpus'][0]['sources']" |
			grep -o "'function': 'inject_storm_fn', 'count': [0-9]*" | grep -o '[0-9]*$')"
}

check_migration()
{
	check "a loop that is moved: a session" run migration "fire migrate 1"
	check_range "its moves are counted" 1 999999 "$(lost migration migrations)"
	check_equal "the same in sysfs" "$(lost migration migrations)" "$(cat "$C/nr_migrations")"
	check_equal "it is not complete" "False False 0 1" "$(is_complete migration)"
	check "it balances its books" books_balance
}

# What was armed before the probes were there has no known initiator; that alone
# does not end the proof.
check_initiators()
{
	# Long enough for a session to begin on a busy machine.
	fire hrtimer 1 20000 1000 20000 &
	sleep 1
	check "a timer armed before: a session" run initiators "timeout 60 tail --pid=$! -f /dev/null"
	wait
	check_range "its initiator is unknown" 1 999999 "$(lost initiators initiators)"
	check_equal "the same in sysfs" "$(lost initiators initiators)" "$(cat "$C/nr_lost_initiators")"
	check "the report says so" grep -q "initiator is not known: [1-9]" "$dir/initiators.txt"
	check_equal "it is complete all the same" "True True 1 0" "$(is_complete initiators)"
}

command -v python3 > /dev/null || ktap_skip_all "no python3"
begin 35
load_injector
check_none
check_wall_clock
check_table
check_storm
check_migration
check_initiators
rm -rf "$dir"
end
