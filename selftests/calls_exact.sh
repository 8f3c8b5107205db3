#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Under the instruction-exact clock (one instruction is one nanosecond): the
# turn of the loop, and calls of known duration found one by one.
#
# Needs HKJ_EXACT=1, set by whoever booted that way.

. "$(dirname "$0")/hkj.sh"

BATCHES=4
PER_BATCH=25
PERIOD_US=1000
LEAD_MS=500		# from arming to the first call; the window opens before
RUN_MS=600
TURN_MAX=16

# Every 100 ms the emulator gives the other CPU its turn, if only for some
# microseconds, at the next timer that is due. When that is a call, the call
# comes late and its gap is longer by that turn: a batch of 25 ms meets it one
# time in four, and is made again. A timer of ours on that CPU, every 10 ms, may
# meet more.
REPEATS_MAX=$((BATCHES * 12))

# figure NAME: of a record of the target
figure()
{
	"$BIN/books" "$target" | sed -n "s/^$1=//p"
}

# once SPIN_NS: a run with PER_BATCH calls and one before them, which is longer: it
# gives the source its slot. They come from the target's own timer interrupt;
# its longest gaps go to $batch. Beside a busy loop the other CPUs hardly run
# under this clock: the calls are armed before the run starts, and nothing is
# done until it is over.
once()
{
	local pid

	echo "hrtimer $target $((PER_BATCH + 1)) $1 $PERIOD_US $LEAD_MS" > /sys/kernel/debug/hkj_inject/fire &
	pid=$!
	echo 1 > "$S/run" || return 1
	wait "$pid" || return 1
	wait_for 60 is_state done
	figure longest > "$batch"
}

# The length that most gaps of FILE above SPIN_NS have.
mode_above()
{
	awk -v low="$1" '$1 > low' "$2" | sort -n | uniq -c | sort -rn |
		awk 'NR == 1 { print $2 }'
}

# near NS FILE: those of its gaps that are within two turns of NS.
near()
{
	awk -v want="$1" -v by="$spread" '$1 >= want - by && $1 <= want + by' "$2"
}

# A call that another CPU's turn has hit is longer than the others by up to
# half a millisecond; one that is not there at all is no reason to try again.
none_is_missing()
{
	local nr

	nr=$(awk -v low="$(($2 - spread))" -v high="$(($1 + 500000))" '$1 >= low && $1 <= high' "$batch" | wc -l)
	[ "$nr" -gt "$PER_BATCH" ] && return
	note "of $((PER_BATCH + 1)) calls of $1 ns only $nr gaps are that long"
	return 1
}

batch_of()
{
	local length

	once "$1" || return 1
	# Below the first call's length other gaps are more frequent.
	if [ -n "$constant" ]; then
		length=$(($1 + constant))
	else
		length=$(mode_above "$1" "$batch")
	fi
	while [ "$(near "${length:-0}" "$batch" | wc -l)" -ne "$PER_BATCH" ]; do
		none_is_missing "$1" "${length:-0}" || return 1
		repeats=$((repeats + 1))
		[ "$repeats" -le "$REPEATS_MAX" ] && once "$1" || return 1
	done
	cat "$batch" >> "$gaps"
}

batches()
{
	local i

	put policy fifo:1 > /dev/null
	put duration_ms "$RUN_MS" > /dev/null
	: > "$gaps"
	repeats=0
	for ((i = 0; i < BATCHES; i++)); do
		batch_of "$1" || return 1
	done
	note "calls of $1 ns: $repeats batches were made again"
}

[ "${HKJ_EXACT:-0}" = 1 ] || ktap_skip_all "not under the instruction-exact clock"
begin $((4 + 3 * 3 + 1))
insmod "$(dirname "$HKJ_MODULE")/hkj_inject.ko"
gaps=$(mktemp)
batch=$gaps.batch
check "a session of 200 ms" run_session 200
check "the books balance" books_balance
turn=$(figure turn_mean_milli)
spread=$((2 * turn / 1000))
note "turn: $turn thousandths of an instruction"
check_range "instructions a turn, in thousandths" 1000 $((TURN_MAX * 1000)) "$turn"
check_range "the threshold chosen from it" 32 200 "$(figure threshold_ns)"
constant=
for spin in 100000 10000 1000; do
	check "calls of $spin ns" batches $spin
	[ -n "$constant" ] || constant=$(($(mode_above $spin "$gaps") - spin))
	found=$(near $((spin + constant)) "$gaps" | sort -n)
	note "calls of $spin ns: gaps of $(head -n 1 <<< "$found") to $(tail -n 1 <<< "$found") ns"
	check_equal "each is a gap of $spin ns and $constant" $((BATCHES * PER_BATCH)) \
		"$(wc -l <<< "$found")"
	check_range "within two turns" 0 $spread \
		$(($(tail -n 1 <<< "$found") - $(head -n 1 <<< "$found")))
done
rm -f "$gaps" "$batch"
rmmod hkj_inject
end
