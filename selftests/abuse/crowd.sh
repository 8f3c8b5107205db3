#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Many at once for HKJ_CROWD_S seconds: writers of each setting, starters and
# stoppers, readers of each file. Nobody hangs, and no setting says anything that
# nobody wrote.

. "$(dirname "$0")/abuse.sh"

seconds=${HKJ_CROWD_S:-5}
counts=$(mktemp -d)

# What is written, by setting.
pairs="cpus:isolated cpus:$target threshold_ns:0 threshold_ns:30000
duration_ms:0 duration_ms:5 policy:other policy:fifo:1 stop_above_ns:0
stop_above_ns:2000000000 initiators:0 initiators:1 workload:kernel"

# repeat NAME COMMAND...: until the time is over; says how often.
repeat()
{
	local name=$1 nr=0

	shift
	while [ ! -e "$counts/over" ]; do
		"$@" > /dev/null 2>&1
		nr=$((nr + 1))
	done
	echo "$nr" > "$counts/$name"
}

toggle()
{
	put run 1
	put run 0
}

write_pair()
{
	put "${1%%:*}" "${1#*:}"
}

crowd()
{
	local pair i=0

	for pair in $pairs; do
		i=$((i + 1))
		repeat "writer-$i" write_pair "$pair" &
	done
	repeat starter toggle &
	repeat second-starter toggle &
	repeat reader read_all &
	repeat second-reader read_all &
	repeat waiter timeout 1 cat "$S/state" "$S/last_error" &
	sleep "$seconds"
	: > "$counts/over"
	wait
}

all_came_to_an_end()
{
	[ "$(find "$counts" -type f ! -name over | wc -l)" -eq 18 ] &&
		! grep -lqx 0 "$counts"/*
}

is_of_somebody()
{
	local name now

	for name in cpus threshold_ns duration_ms policy stop_above_ns initiators workload; do
		now=$(get "$name")
		[[ $'\n'${pairs// /$'\n'}$'\n' == *$'\n'"$name:$now"$'\n'* ]] && continue
		note "$name says '$now'"
		return 1
	done
}

begin 5
crowd
check "each of them did something, and came to an end" all_came_to_an_end
put run 0 > /dev/null
check "each setting says what somebody wrote" is_of_somebody
check "a session is as good as any" works_again
check_no_leak
rm -rf "$counts"
end
