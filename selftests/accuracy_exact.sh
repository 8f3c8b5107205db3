#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Under the instruction-exact clock (one instruction is one nanosecond): noises of
# known length; how far the durations are off, and how much of the gaps is transition.
# Prints a table, "# accuracy: ..." lines.
#
# The target makes all that it can make, from a timer of its own: another CPU's would
# hold that CPU's turn, since the emulator runs one CPU at a time.
#
# Needs HKJ_EXACT=1, set by whoever booted that way.

. "$(dirname "$0")/hkj.sh"

LEAD_MS=500
RUN_MS=1100
MEDIAN_MAX=300
P90_MAX=600
ERROR_MAX=2	# % of the noise's length

# Every kind of inject_table.sh whose noise has a length that is known. A line is a
# source; those of one kind are of one session.
#
#	KIND|CLASS|FUNCTION OR NAME|POLICY|FROM|SPIN_US|PERIOD_US|TIMES|SPINS|TRANSITION
#
# FROM		target: it asks for them itself, from a timer of its own. other: the
#		other CPU does, and has its turn before each of them, and may have one
#		within them, of some microseconds
# SPIN_US	how long. A thread's way to sleep and back is its own time: 3.5 us
# PERIOD_US	the other CPU has its turn whenever one of its timers expires: its tick
#		every 4 ms, another every 10 ms. The first noise comes half a
#		millisecond after a tick (hrtimer.c), and each of the others 50 us
#		later than a whole number of ticks: 40 of them end well before the next
#		tick, and at most one of them meets what comes every 10 ms. With 4 ms
#		that met none, or every fifth.
# TIMES		how many times it comes for each one that is asked for
# SPINS		how many times the noise's length each one lasts
# TRANSITION	judged, or not: timers and delayed works come with the tick, and so
#		does the other CPU's, which has its turn then; what that CPU asks for
#		comes with its turn: either is in the transition, which proves nothing
table="
hrtimer|timer|inject_hrtimer_fn|fifo:1|target|100|4050|1|1|yes
irq_work|vector|irq_work|fifo:1|target|100|4050|1|1|yes
irq|irq|inject_irq_fn|fifo:1|target|100|4050|1|1|yes
irq_shared|irq|inject_irq_fn|fifo:1|target|100|4050|1|1|yes
tasklet|softirq|inject_tasklet_fn|fifo:1|target|100|4050|1|1|yes
tasklet_hi|softirq|inject_tasklet_hi_fn|fifo:1|target|100|4050|1|1|yes
napi|softirq|NET_RX|fifo:1|target|100|4050|1|1|yes
nmi|nmi|inject_nmi_fn|fifo:1|target|100|4050|1|1|yes
work|work|inject_work_fn|other|target|100|4050|1|1|yes
unbound_work|work|inject_unbound_work_fn|other|target|100|4050|1|1|yes
thread|thread|inject_thread_fn|other|target|1000|4050|1|1|yes
timer_in_work|work|inject_outer_work_fn|other|target|100|4050|1|1|yes
timer_in_work|timer|inject_inner_timer_fn|other|target|100|4050|1|1|yes
nested|work|inject_nested_work_fn|other|target|100|4050|1|1|yes
nested|softirq|inject_nested_tasklet_fn|other|target|100|4050|1|1|yes
nested|timer|inject_nested_timer_fn|other|target|100|4050|1|1|yes
nested|nmi|inject_nmi_fn|other|target|100|4050|1|1|yes
timer|timer|inject_timer_fn|fifo:1|target|100|12050|1|1|no
delayed_work|work|inject_delayed_work_fn|other|target|100|12050|1|1|no
sleeping_work|work|inject_sleeping_work_fn|other|other|1000|4050|1|2|no
ipi|ipi|inject_ipi_fn|fifo:1|other|1000|4050|1|1|no
ipi_async|ipi|inject_ipi_async_fn|fifo:1|other|1000|4050|1|1|no
ipi_mask|ipi|inject_ipi_mask_fn|fifo:1|other|1000|4050|1|1|no
pair|ipi|inject_pair_fn|fifo:1|other|1000|4050|2|1|no
"

fire=/sys/kernel/debug/hkj_inject/fire
workqueues=/sys/devices/virtual/workqueue
dir=$(mktemp -d)

declare -A count_of=([target]=40 [other]=20)	# by who asks

# ask_target KIND SPIN_NS PERIOD_US: beside a busy loop the other CPUs hardly run under
# this clock: all is asked for before the window opens, and nothing is done until it
# is over.
ask_target()
{
	local pid

	put duration_ms "$RUN_MS" > /dev/null
	echo "$1 $target ${count_of[target]} $2 $3 $LEAD_MS 1" > "$fire" &
	pid=$!
	echo 1 > "$S/run" || return 1
	wait "$pid" || return 1
	wait_for 60 is_state "done"
}

# ask_other KIND SPIN_NS PERIOD_US: a process that is started needs seconds; none is.
ask_other()
{
	put duration_ms 0 > /dev/null
	echo 1 > "$S/run" || return 1
	echo "$1 $target ${count_of[other]} $2 $3 0 0 1" > "$fire"
	echo 0 > "$S/run"
	is_state "done"
}

# is_undisturbed KIND: its noises were in the window, and the other CPU had no turn in
# them that made one longer than is judged.
is_undisturbed()
{
	local -a row
	local count max ns

	while IFS='|' read -r -a row; do
		ns=$((row[5] * 1000 * row[8]))
		read -r count _ max < <(source_of "${row[1]}" "${row[2]}")
		((count > 0 && max <= ns + ns * ERROR_MAX / 100)) && continue
		note "$1: ${row[1]} ${row[2]}: $count, of $max ns at most"
		return 1
	done < <(grep "^$1|" <<< "$table")
}

# once KIND POLICY FROM SPIN_US PERIOD_US: noises that were over before the window opened,
# or met the other CPU's turn, are made again, three times at most.
once()
{
	local i

	put policy "$2" > /dev/null
	for i in 1 2 3 4; do
		"ask_$3" "$1" $(($4 * 1000)) "$5" || return 1
		cp "$D/cpu$target/sources" "$dir/sources"
		cp "$D/cpu$target/longest" "$dir/longest"
		! is_undisturbed "$1" || break
	done
	return 0
}

# source_of CLASS NAME: "COUNT MIN MAX" of the source with that name or function
source_of()
{
	sed -nE 's/^([a-z]+) [0-9]+ "([^"]*)" ([^ ]+) ([0-9]+) ([0-9]+) ([0-9]+) ([0-9]+).*/\1|\2|\3|\4|\6|\7/p' "$dir/sources" |
		awk -F '|' -v class="$1" -v name="$2" '
			$1 == class && ($2 == name || $3 == name) { print $4, $5, $6; is_found = 1; exit }
			END { if (!is_found) print "0 0 0" }'
}

# transitions NAME: of the gaps with a part of that name or function, one a line, in
# order. A gap that has more parts than are kept does not tell.
transitions()
{
	awk -v name="$1" '
		function flush() { if (has_it && !nr) print gap - parts; has_it = parts = 0 }
		/^[0-9]/ { flush(); gap = $2; nr = $3 }
		/^\tpart/ { parts += $NF; nr--; if (index($0, " " name " ") || index($0, "\"" name "\"")) has_it = 1 }
		END { flush() }' "$dir/longest" | sort -n
}

# at PERCENT FILE: that percentile of the sorted numbers
at()
{
	awk -v p="$1" '{ v[NR] = $1 } END { i = int((NR * p + 99) / 100); print NR ? v[i < 1 ? 1 : i] : -1 }' "$2"
}

# shortest POLICY NS: under "other" the tick runs beside a thread, and may interrupt
# it: that is not its own time.
shortest()
{
	if [ "$1" = other ]; then
		echo $(($2 - $2 * ERROR_MAX / 100))
	else
		echo "$2"
	fi
}

# check_source KIND CLASS SOURCE POLICY FROM SPIN_US PERIOD_US TIMES SPINS TRANSITION
check_source()
{
	local count min max least
	local asked=$((${count_of[$5]} * $8)) ns=$(($6 * 1000 * $9))
	local limit=$((ns + ns * ERROR_MAX / 100))
	local what="$1: $2 $3"

	read -r count min max < <(source_of "$2" "$3")
	check_range "$what, $asked of them" $asked $((asked + 1)) "$count"
	least=$(shortest "$4" "$ns")
	check_range "$what, none is too short" "$least" $limit "$min"
	check_range "$what, none is too long" "$least" $limit "$max"
	transitions "$3" > "$dir/transitions"
	[ "${10}" = no ] || check_transitions "$what"
	lines+=("$(printf '%-13s %-8s %-25s %5d %5d %6d..%-6d %6d %6d' "$1" "$2" "$3" $asked "$count" \
		$((min - ns)) $((max - ns)) "$(at 50 "$dir/transitions")" "$(at 90 "$dir/transitions")")")
}

check_transitions()
{
	check_range "$1, transition at the median" 0 $MEDIAN_MAX "$(at 50 "$dir/transitions")"
	check_range "$1, transition at p90" 0 $P90_MAX "$(at 90 "$dir/transitions")"
}

# What a kind needs; given back after it.
prepare()
{
	case $1 in
	unbound_work) widen_workqueues ;;
	esac
}

# The masks of unbound workqueues let them run on the target, and ours nowhere else.
widen_workqueues()
{
	borrow $workqueues/cpumask "$(printf '%x' $(((1 << $(nproc --all)) - 1)))"
	printf '%x\n' $((1 << target)) > $workqueues/hkj_inject_free/cpumask
}

# check_kind KIND: one session, and each of its sources
check_kind()
{
	local -a row

	IFS='|' read -r -a row < <(grep "^$1|" <<< "$table")
	prepare "$1"
	check "$1: a session" once "$1" "${row[@]:3:4}"
	give_back
	borrowed=
	check "$1: the books balance" books_balance
	while IFS='|' read -r -a row; do
		check_source "${row[@]}"
	done < <(grep "^$1|" <<< "$table")
}

kinds()
{
	grep . <<< "$table" | cut -d '|' -f 1 | uniq
}

[ "${HKJ_EXACT:-0}" = 1 ] || ktap_skip_all "not under the instruction-exact clock"
begin $((2 * $(kinds | wc -l) + 3 * $(grep -c . <<< "$table") + 2 * $(grep -c '|yes$' <<< "$table") + 1))
load_injector
lines=()
for kind in $(kinds); do
	check_kind "$kind"
done
note "accuracy: $(printf '%-13s %-8s %-25s %5s %5s %14s %6s %6s' kind class source asked count "error" median p90)"
for line in "${lines[@]}"; do
	note "accuracy: $line"
done
rm -rf "$dir"
rmmod hkj_inject
end
