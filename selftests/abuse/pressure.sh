#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Memory is short: something takes all but HKJ_SPARE_MB of it, again and again,
# while sessions start and stop. A start may be refused for want of memory, and
# nothing else may come of it.

. "$(dirname "$0")/abuse.sh"

nr_sessions=${HKJ_PRESSURE_SESSIONS:-5}
spare_mb=${HKJ_SPARE_MB:-40}

available_mb()
{
	awk '$1 == "MemAvailable:" { print int($2 / 1024) }' /proc/meminfo
}

# Reads and rereads, beside: what the page cache has is taken, too.
take_memory()
{
	local mb

	while :; do
		mb=$(($(available_mb) - spare_mb))
		if [ "$mb" -gt 0 ]; then
			"$BIN/hog" "$mb"
		else
			sleep 0.1
		fi
	done
}

start_or_no_memory()
{
	local answer

	answer=$(put run 1)
	case $answer in
	ok) nr_started=$((nr_started + 1)) ;;
	"Cannot allocate memory") nr_refused=$((nr_refused + 1)) ;;
	*) note "start: $answer: $(get last_error)"; return 1 ;;
	esac
}

sessions()
{
	local i

	nr_started=0 nr_refused=0
	put duration_ms 50 > /dev/null
	for ((i = 0; i < nr_sessions; i++)); do
		start_or_no_memory && wait_for 60 is_over && read_all || return 1
	done
	note "$nr_started started, $nr_refused refused for want of memory"
	[ "$nr_started" -gt 0 ]
}

begin 4
take_memory &
taker=$!
disown "$taker"
check "$nr_sessions sessions with $spare_mb MB left" sessions
kill "$taker"
check "a session afterwards" works_again
check_no_leak
end
