#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Known cause in, same cause out: COUNT noises of each kind; the result names
# their function, counts each, and says who asked. In the end, things that do
# not reach an isolated CPU: nothing may be blamed on them.
#
# HKJ_TOOL is the tool; found in PATH if unset. The table of all kinds is printed
# in the end, "# inject: ..." lines.

. "$(dirname "$0")/hkj.sh"
# shellcheck source=selftests/inject_table.sh
. "$(dirname "$0")/inject_table.sh"

COUNT=20
SPIN_NS=20000
PERIOD_US=10000
SILENCE_S=3

tool=${HKJ_TOOL:-$(command -v hkjitter)}
fire=/sys/kernel/debug/hkj_inject/fire
dir=$(mktemp -d)

# run NAME COMMAND...: a session for as long as the command takes. Its sources go
# to $dir/NAME: "CLASS|FUNCTION|NAME|COUNT|TOTAL_NS|INITIATOR,...". Fails if the
# command did.
run()
{
	local name=$1

	shift
	"$tool" run -c "$target" -q -o "$dir/$name.json" -- "$@" &&
		python3 - "$dir/$name.json" > "$dir/$name" <<-'END'
		import json, sys
		result = json.load(open(sys.argv[1]))
		for cpu in result["cpus"]:
		    for s in cpu["sources"]:
		        who = sorted({i["comm"] for i in s["initiators"]})
		        print(s["class"], s["function"], s["name"], s["count"],
		              s["total_ns"], ",".join(who) or "-", sep="|")
		sys.exit(result["run"]["command"]["exit_status"] != 0)
		END
}

# fire KIND: the writer of the order is a bash of its own, and so in the result.
# shellcheck disable=SC2016	# that bash's variables
fire()
{
	case $1 in
	munmap) run munmap "$BIN/munmap" "$target" "$COUNT" "$PERIOD_US" ;;
	faults) run faults bash -c "for ((i = 0; i < $COUNT; i++)); do '$BIN/faults' $target 20; done" ;;
	*) run "$1" bash -c 'echo "$1" > "$0"' "$fire" "$1 $target $COUNT $SPIN_NS $PERIOD_US" ;;
	esac
}

# source_of NAME CLASS SOURCE: "COUNT TOTAL_NS INITIATOR,..." in NAME's run.
source_of()
{
	awk -F '|' -v class="$2" -v wanted="$3" '
		$1 == class && (tolower($2) == tolower(wanted) || tolower($3) == tolower(wanted)) {
			count += $4; total += $5
			if ($6 != "-" && !seen[$6]++)
				who = who (who == "" ? "" : ",") $6
		}
		END { printf "%d %.0f %s\n", count, total, who == "" ? "-" : who }' "$dir/$1" ||
		echo "0 0 unreadable"
}

# strangers NAME: sources of NAME's run that are another kind's noise.
strangers()
{
	awk -F '|' -v own="|$(rows "$1" | cut -d '|' -f 3 | tr '\n' '|')" '
		$2 ~ /^(inject|raise)_/ && !index(own, "|" $2 "|") { print $1, $2, $4 }' "$dir/$1" ||
		echo unreadable
}

# called NAME: what was called or queued in NAME's run: "CLASS FUNCTION" lines.
called()
{
	awk -F '|' '$1 == "ipi" || $1 == "work" { print $1, $2 == "" ? $3 : $2 }' "$dir/$1" | sort -u
}

# rows KIND: of the table
rows()
{
	grep "^$1|" <<< "${inject_table//@/$target}"
}

kinds()
{
	grep . <<< "$inject_table" | cut -d '|' -f 1 | uniq
}

has_count()
{
	case $1 in
	=) [ "$2" -eq $COUNT ] ;;
	+) [ "$2" -ge $COUNT ] ;;
	esac
}

# check_row KIND CLASS SOURCE INITIATOR COUNT SPINS
check_row()
{
	local counted total who

	read -r counted total who < <(source_of "$1" "$2" "$3")
	lines+=("$(printf '%-14s %-8s %-26s %5d %7d  %s' "$1" "$2" "$3" $COUNT "$counted" "$who")")
	has_count "$5" "$counted" ||
		note "$2 $3: wanted $5$COUNT, counted $counted"
	check "$1: $COUNT of $2 $3" has_count "$5" "$counted"
	check "$1: $2 $3 lasts as long as asked for" test "$total" -ge $((COUNT * SPIN_NS * $6 * 98 / 100))
	[ "$4" = - ] || check_equal "$1: initiator of $2 $3" "$4" "$who"
}

check_kind()
{
	local row

	check "$1: a session" fire "$1"
	while IFS='|' read -r -a row; do
		check_row "${row[@]}"
	done < <(rows "$1")
	check_equal "$1: nothing else is blamed" "" "$(strangers "$1")"
}

# Where callbacks are offloaded, a thread of the target's runs them: here it does
# so on the target.
move_rcu()
{
	local pid

	pid=$(pgrep -x "rcuop/$target") || return 0
	taskset -cp "$1" "$pid" > /dev/null
}

# NAME|COMMAND: what must not be seen on the target.
controls="
silence|sleep $SILENCE_S
cpuinfo|for i in {1..10}; do read -r -d '' text < /proc/cpuinfo; sleep 0.1; done; true
drop_caches|for i in 1 2 3; do echo \$i > /proc/sys/vm/drop_caches; sleep 0.3; done
clock_settime|for i in {1..5}; do date -s @\$EPOCHREALTIME > /dev/null; sleep 0.1; done
socket_filter|for i in 1 2 3; do python3 '$dir/filter.py' || exit; done
"

# A packet filter of one instruction, "take nothing", on a socket.
write_filter()
{
	cat > "$dir/filter.py" <<-'END'
	import ctypes, socket, struct
	code = ctypes.create_string_buffer(struct.pack("HBBI", 6, 0, 0, 0))
	program = struct.pack("HL", 1, ctypes.addressof(code))
	with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
	    s.setsockopt(socket.SOL_SOCKET, 26, program)
	END
}

# new_calls NAME: IPIs and works of NAME's run that a quiet run does not have.
new_calls()
{
	[ -s "$dir/baseline.json" ] && [ -s "$dir/$1.json" ] || echo "no result"
	comm -13 <(called baseline) <(called "$1") 2>&1
}

check_control()
{
	check "control $1: a session" run "$1" bash -c "$2"
	check_equal "control $1: nothing is blamed" "" "$(new_calls "$1")"
}

nr_checks()
{
	local nr_rows nr_known nr_controls

	nr_rows=$(grep -c . <<< "$inject_table")
	nr_known=$(grep . <<< "$inject_table" | cut -d '|' -f 4 | grep -vcx -- -)
	nr_controls=$(grep -c . <<< "$controls")
	echo $((2 * $(kinds | wc -l) + 2 * nr_rows + nr_known + 1 + 2 * nr_controls + 1))
}

command -v python3 > /dev/null || ktap_skip_all "no python3"
begin "$(nr_checks)"
insmod "$(dirname "$HKJ_MODULE")/hkj_inject.ko" || ktap_skip_all "the module hkj_inject cannot be loaded"
write_filter
lines=()
move_rcu "$target"
for kind in $(kinds); do
	check_kind "$kind"
done
move_rcu 0
rmmod hkj_inject
check "a quiet run" run baseline sleep $((2 * SILENCE_S))
while IFS='|' read -r name command; do
	[ -z "$name" ] || check_control "$name" "$command"
done <<< "$controls"
note "inject: $(printf '%-14s %-8s %-26s %5s %7s  %s' kind class source asked counted initiator)"
for line in "${lines[@]}"; do
	note "inject: $line"
done
rm -rf "$dir"
end
