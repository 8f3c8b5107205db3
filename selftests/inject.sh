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
inject=$(dirname "$HKJ_MODULE")/hkj_inject.ko
workqueues=/sys/devices/virtual/workqueue
schedstats=/proc/sys/kernel/sched_schedstats
thp=/sys/kernel/mm/transparent_hugepage
device_file=${HKJ_OUT:-/var/tmp}/hkj_inject.$$
dir=$(mktemp -d)

# run NAME COMMAND...: a session for as long as the command takes. Its sources go
# to $dir/NAME: "CLASS|FUNCTION|NAME|COUNT|TOTAL_NS|COMM:FUNCTION,...|MIN_NS|MAX_NS".
# Fails if the command did.
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
		        who = sorted({i["comm"] + ":" + i["function"] for i in s["initiators"]})
		        print(s["class"], s["function"], s["name"], s["count"],
		              s["total_ns"], ",".join(who) or "-", s["min_ns"],
		              s["max_ns"], sep="|")
		sys.exit(result["run"]["command"]["exit_status"] != 0)
		END
}

# fire KIND: the writer of the order is a bash of its own, and so in the result.
# shellcheck disable=SC2016	# that bash's variables
fire()
{
	case $1 in
	munmap) run munmap "$BIN/munmap" "$target" "$COUNT" "$PERIOD_US" ;;
	second) run second "$BIN/second" "$target" 2000 ;;
	khugepaged) run khugepaged bash -c "timeout 6 '$BIN/thp_load' 64 1000; true" ;;
	patching) run patching bash -c "for ((i = 0; i < $COUNT; i++)); do echo \$((i % 2)) > $schedstats; done" ;;
	module) run module bash -c "for ((i = 0; i < $COUNT; i++)); do rmmod hkj_inject && insmod $inject || exit; done" ;;
	device) run device bash -c "for ((i = 0; i < $COUNT; i++)); do echo \$i > '$device_file'; sync; done" ;;
	faults) run faults bash -c "for ((i = 0; i < $COUNT; i++)); do '$BIN/faults' $target 20; done" ;;
	*) run "$1" bash -c 'echo "$1" > "$0"' "$fire" "$1 $target $COUNT $SPIN_NS $PERIOD_US" ;;
	esac
}

# source_of NAME CLASS SOURCE: "COUNT TOTAL_NS COMM:FUNCTION,..." in NAME's run.
source_of()
{
	awk -F '|' -v class="$2" -v wanted="$3" '
		$1 == class && (tolower($2) == tolower(wanted) || tolower($3) == tolower(wanted)) {
			count += $4; total += $5
			n = $6 == "-" ? 0 : split($6, askers, ",")
			for (i = 1; i <= n; i++)
				if (!seen[askers[i]]++)
					who = who (who == "" ? "" : ",") askers[i]
		}
		END { printf "%d %.0f %s\n", count, total, who == "" ? "-" : who }' "$dir/$1" ||
		echo "0 0 unreadable"
}

# off_of NAME CLASS SOURCE SPINS: how far what was measured is off the time that was
# spun: "MIN..MAX MEAN%", in ns, and the mean in percent of that time. "-" where no
# length was asked for.
off_of()
{
	awk -F '|' -v class="$2" -v wanted="$3" -v spun=$((SPIN_NS * $4)) '
		$1 == class && (tolower($2) == tolower(wanted) || tolower($3) == tolower(wanted)) && $4 > 0 {
			min = !count || $7 < min ? $7 : min
			max = $8 > max ? $8 : max
			count += $4; total += $5
		}
		END {
			if (!count || !spun)
				print "- -"
			else
				printf "%d..%d %.1f%%\n", min - spun, max - spun,
					(total / count - spun) * 100 / spun
		}' "$dir/$1"
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
	2=) [ "$2" -eq $((2 * COUNT)) ] ;;
	1+) [ "$2" -ge 1 ] ;;
	+) [ "$2" -ge $COUNT ] ;;
	esac
}

# comms COMM:FUNCTION,...: without the functions
comms()
{
	tr ',' '\n' <<< "$1" | sed 's/:[^:]*$//' | sort -u | paste -sd ,
}

# least_ns SPINS: what noises of that many spins each take at least
least_ns()
{
	echo $((COUNT * SPIN_NS * $1 * 98 / 100))
}

# check_row KIND CLASS SOURCE INITIATOR COUNT SPINS
check_row()
{
	local counted total who off mean

	read -r counted total who < <(source_of "$1" "$2" "$3")
	read -r off mean < <(off_of "$1" "$2" "$3" "$6")
	[[ $4 == *:* ]] || who=$(comms "$who")
	lines+=("$(printf '%-14s %-8s %-26s %5d %7d %16s %7s  %s' "$1" "$2" "$3" $COUNT "$counted" \
		"$off" "$mean" "$who")")
	has_count "$5" "$counted" ||
		note "$2 $3: wanted $5$COUNT, counted $counted"
	check "$1: $COUNT of $2 $3" has_count "$5" "$counted"
	check "$1: $2 $3 lasts as long as asked for" test "$total" -ge "$(least_ns "$6")"
	[ "$4" = - ] || check_equal "$1: initiator of $2 $3" "$4" "$who"
}

# all_last KIND: whether its noises lasted as long as asked for
all_last()
{
	local row counted total who

	while IFS='|' read -r -a row; do
		read -r counted total who < <(source_of "${row[0]}" "${row[1]}" "${row[2]}")
		[ "$total" -ge "$(least_ns "${row[5]}")" ] || {
			note "${row[1]} ${row[2]}: $counted lasted $total ns"
			return 1
		}
	done < <(rows "$1")
}

# A tick, or whatever else comes by itself, may interrupt a noise, whose own time
# gets shorter by that. Such a run is made again.
fire_alone()
{
	local i

	for i in 1 2 3; do
		fire "$1" || return
		all_last "$1" && break
	done
	return 0
}

check_kind()
{
	local row

	prepare "$1"
	check "$1: a session" fire_alone "$1"
	give_back
	borrowed=
	while IFS='|' read -r -a row; do
		check_row "${row[@]}"
	done < <(rows "$1")
	check_equal "$1: nothing else is blamed" "" "$(strangers "$1")"
	remember "$1"
}

# Where callbacks are offloaded, a thread of the target's runs them: here it does
# so on the target.
move_rcu()
{
	local pid

	pid=$(pgrep -x "rcuop/$target") || return 0
	taskset -cp "$1" "$pid" > /dev/null
}

# What a kind needs of the machine; given back after it.
prepare()
{
	case $1 in
	unbound_work) widen_workqueues ;;
	khugepaged) hurry_khugepaged ;;
	device) move_device ;;
	patching) borrow $schedstats 0 ;;
	esac
}

# The masks of unbound workqueues let them run on the target, and ours nowhere else.
widen_workqueues()
{
	printf -v mask '%x' $((1 << target))
	borrow $workqueues/cpumask "$(printf '%x' $(((1 << $(nproc --all)) - 1)))"
	echo "$mask" > $workqueues/hkj_inject_free/cpumask
}

# khugepaged finds something to do at once.
hurry_khugepaged()
{
	borrow $thp/enabled madvise
	borrow $thp/khugepaged/scan_sleep_millisecs 10
	borrow $thp/khugepaged/alloc_sleep_millisecs 10
}

# In tests/vm: what brings results out of the guest, by a file written there.
move_device()
{
	local number

	number=$(awk -F ':' '/virtio[0-9]+-requests/ { n = $1 } END { print n + 0 }' /proc/interrupts)
	borrow "/proc/irq/$number/smp_affinity_list" "$target"
}

# NAME|COMMAND: what must not be seen on the target, and the commands it takes.
control_comms="bash|cat|date|python3|sleep"
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

# remember NAME: what NAME's run has had is no news later.
remember()
{
	called "$1" >> "$dir/seen"
}

# blamed NAME: IPIs and works of NAME's run that a command of the control's asked
# for; or that no run before has had, and that nobody is known to have asked for.
# The kernel goes on with its own business meanwhile.
blamed()
{
	[ -s "$dir/$1.json" ] && [ -e "$dir/seen" ] || echo "no result"
	awk -F '|' -v own="|$control_comms|" '
		NR == FNR { seen[$0]; next }
		$1 == "ipi" || $1 == "work" {
			what = $1 " " ($2 == "" ? $3 : $2)
			is_blamed = $6 == "-" && !(what in seen)
			n = split($6, askers, ",")
			for (i = 1; i <= n; i++) {
				sub(/:[^:]*$/, "", askers[i])
				is_blamed = is_blamed || index(own, "|" askers[i] "|")
			}
			if (is_blamed)
				print what, $6
		}' "$dir/seen" "$dir/$1" 2>&1
}

# What earlier kinds have left in lists of the target's is the first to go.
drain_target()
{
	echo 1 > /proc/sys/vm/drop_caches
}

check_control()
{
	check "control $1: a session" run "$1" bash -c "$2"
	check_equal "control $1: nothing is blamed" "" "$(blamed "$1")"
	remember "$1"
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
insmod "$inject" || ktap_skip_all "the module hkj_inject cannot be loaded"
write_filter
lines=()
move_rcu "$target"
for kind in $(kinds); do
	check_kind "$kind"
done
move_rcu 0
rmmod hkj_inject
drain_target
check "a quiet run" run baseline sleep $((2 * SILENCE_S))
remember baseline
while IFS='|' read -r name command; do
	[ -z "$name" ] || check_control "$name" "$command"
done <<< "$controls"
note "inject: durations: ns off the time that was spun, shortest..longest, and the mean"
note "inject: $(printf '%-14s %-8s %-26s %5s %7s %16s %7s  %s' kind class source asked counted off mean initiator)"
for line in "${lines[@]}"; do
	note "inject: $line"
done
rm -rf "$dir" "$device_file"
end
