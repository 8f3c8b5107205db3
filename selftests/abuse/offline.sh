#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# A target goes offline and comes back HKJ_OFFLINES times, each time out of a
# session: while it starts, while it runs, while it ends by itself, and after it.

. "$(dirname "$0")/abuse.sh"

nr_times=${HKJ_OFFLINES:-8}

# Their duration_ms; 0 is one that runs until it is stopped.
durations=(0 1 150 0)

# A start in the background, for a CPU that goes while it is under way.
start_beside()
{
	(put run 1 > /dev/null 2>&1) &
	sleep "0.$((RANDOM % 4))"
}

# time_out NUMBER
time_out()
{
	put policy "$( ((($1 / 4) % 2)) && echo fifo:50 || echo other)" > /dev/null
	put duration_ms "${durations[$1 % 4]}" > /dev/null
	if (($1 % 4 == 3)); then
		start_beside
	elif [ "$(put run 1)" != ok ]; then
		return 1
	fi
	switch_cpu "$target" 0 && wait && wait_for 30 is_over &&
		switch_cpu "$target" 1
}

times_out()
{
	local i

	for ((i = 0; i < nr_times; i++)); do
		time_out "$i" && no_thread_left && continue
		note "time $i of $nr_times: state '$(get state)', last_error '$(get last_error)'"
		switch_cpu "$target" 1
		return 1
	done
}

RANDOM=3
begin 4
borrow /proc/sys/kernel/sched_rt_runtime_us -1
check "off and back $nr_times times" times_out
check "it is measured again" works_again
check_no_leak
end
