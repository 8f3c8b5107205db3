#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Under the instruction-exact clock (one instruction is one nanosecond): noises of
# known length, made by the target itself; how far the durations are off, and how
# much of the gaps is transition. Prints a table, "# accuracy: ..." lines.
#
# The target makes them, from a timer of its own: another CPU's would hold that
# CPU's turn, since the emulator runs one CPU at a time.
#
# Needs HKJ_EXACT=1, set by whoever booted that way.

. "$(dirname "$0")/hkj.sh"

COUNT=40
SPIN_NS=100000
LEAD_MS=500
RUN_MS=1100
ERROR_MAX=$((SPIN_NS * 2 / 100))	# 2 %
MEDIAN_MAX=300
P90_MAX=600

# Kinds that a CPU can make for itself:
#
#	KIND|CLASS|FUNCTION OR NAME|POLICY|PERIOD_US|TICK
#
# PERIOD_US	the other CPU has its turn whenever one of its timers expires: its tick
#		every 4 ms, another every 10 ms. The first noise comes half a
#		millisecond after a tick (hrtimer.c), and each of the others 50 us
#		later than a whole number of ticks: 40 of them end well before the next
#		tick, and at most one of them meets what comes every 10 ms. With 4 ms
#		that met none, or every fifth.
# TICK		on: it comes with the tick, and so does the other CPU's, which has
#		its turn then: that is in the transition, which proves nothing
table="
irq_work|vector|irq_work|fifo:1|4050|-
irq|irq|inject_irq_fn|fifo:1|4050|-
tasklet|softirq|inject_tasklet_fn|fifo:1|4050|-
tasklet_hi|softirq|inject_tasklet_hi_fn|fifo:1|4050|-
napi|softirq|NET_RX|fifo:1|4050|-
nmi|nmi|inject_nmi_fn|fifo:1|4050|-
work|work|inject_work_fn|other|4050|-
timer|timer|inject_timer_fn|fifo:1|12050|on
delayed_work|work|inject_delayed_work_fn|other|12050|on
"

dir=$(mktemp -d)

# once KIND POLICY PERIOD_US: beside a busy loop the other CPUs hardly run under this clock:
# all is armed before the run starts, and nothing is done until it is over.
once()
{
	local pid

	put policy "$2" > /dev/null
	put duration_ms "$RUN_MS" > /dev/null
	echo "$1 $target $COUNT $SPIN_NS $3 $LEAD_MS 1" > /sys/kernel/debug/hkj_inject/fire &
	pid=$!
	echo 1 > "$S/run" || return 1
	wait "$pid" || return 1
	wait_for 60 is_state "done" || return 1
	cp "$D/cpu$target/sources" "$dir/sources"
	cp "$D/cpu$target/longest" "$dir/longest"
}

# source_of CLASS NAME: "COUNT MIN MAX" of the source with that name or function
source_of()
{
	sed -nE 's/^([a-z]+) [0-9]+ "([^"]*)" ([^ ]+) ([0-9]+) ([0-9]+) ([0-9]+) ([0-9]+).*/\1|\2|\3|\4|\6|\7/p' "$dir/sources" |
		awk -F '|' -v class="$1" -v name="$2" '
			$1 == class && ($2 == name || $3 == name) { print $4, $5, $6; is_found = 1; exit }
			END { if (!is_found) print "0 0 0" }'
}

# transitions NAME: of the gaps with a part of that name or function, one a line,
# in order
transitions()
{
	awk -v name="$1" '
		function flush() { if (has_it) print gap - parts; has_it = parts = 0 }
		/^[0-9]/ { flush(); gap = $2 }
		/^\tpart/ { parts += $NF; if (index($0, " " name " ") || index($0, "\"" name "\"")) has_it = 1 }
		END { flush() }' "$dir/longest" | sort -n
}

# at PERCENT FILE: that percentile of the sorted numbers
at()
{
	awk -v p="$1" '{ v[NR] = $1 } END { i = int((NR * p + 99) / 100); print NR ? v[i < 1 ? 1 : i] : -1 }' "$2"
}

# shortest POLICY: under "other" the tick runs beside a thread, and may interrupt
# it: that is not its own time.
shortest()
{
	if [ "$1" = other ]; then
		echo $((SPIN_NS - ERROR_MAX))
	else
		echo $SPIN_NS
	fi
}

check_kind()
{
	local count min max

	check "$1: a session" once "$1" "$4" "$5"
	read -r count min max < <(source_of "$2" "$3")
	check_range "$1: $COUNT of $2 $3" $COUNT $((COUNT + 1)) "$count"
	check_range "$1: none is too short" "$(shortest "$4")" $((SPIN_NS + ERROR_MAX)) "$min"
	check_range "$1: none is too long" $SPIN_NS $((SPIN_NS + ERROR_MAX)) "$max"
	transitions "$3" > "$dir/transitions"
	if [ "$6" = - ]; then
		check_range "$1: transition, median" 0 $MEDIAN_MAX "$(at 50 "$dir/transitions")"
		check_range "$1: transition, p90" 0 $P90_MAX "$(at 90 "$dir/transitions")"
	fi
	check "$1: the books balance" books_balance
	lines+=("$(printf '%-12s %-8s %-24s %5d %7d %5d..%-5d %6d %6d' "$1" "$2" "$3" $COUNT "$count" \
		$((min - SPIN_NS)) $((max - SPIN_NS)) "$(at 50 "$dir/transitions")" "$(at 90 "$dir/transitions")")")
}

[ "${HKJ_EXACT:-0}" = 1 ] || ktap_skip_all "not under the instruction-exact clock"
begin $((5 * $(grep -c . <<< "$table") + 2 * $(grep -c -- '|-$' <<< "$table") + 1))
insmod "$(dirname "$HKJ_MODULE")/hkj_inject.ko"
lines=()
while IFS='|' read -r -a row; do
	[ ${#row[@]} -eq 0 ] || check_kind "${row[@]}"
done <<< "$table"
note "accuracy: $(printf '%-12s %-8s %-24s %5s %7s %12s %6s %6s' kind class source asked counted "error" median p90)"
for line in "${lines[@]}"; do
	note "accuracy: $line"
done
rm -rf "$dir"
rmmod hkj_inject
end
