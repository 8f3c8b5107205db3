#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# CPU $1 goes off and on while sessions start and stop: a start may be refused,
# but nothing hangs and the state is right in the end. Fails if the CPU never
# went off or no session ever started.

S=/sys/kernel/hkjitter
online=/sys/devices/system/cpu/cpu$1/online

storm()
{
	local i

	local nr_off=0

	for ((i = 0; i < 10; i++)); do
		echo 0 > "$online" && nr_off=$((nr_off + 1)) && sleep 0.1
		echo 1 > "$online"
		sleep 0.3
	done
	[ "$nr_off" -eq 10 ]
}

echo 50 > "$S/duration_ms"
storm 2> /dev/null &
pid=$!
nr_started=0
while kill -0 $pid 2> /dev/null; do
	echo 1 > "$S/run" && nr_started=$((nr_started + 1))
done 2> /dev/null
wait $pid || { echo "# the CPU did not go off ten times"; exit 1; }
[ "$nr_started" -gt 0 ] || { echo "# no session started"; exit 1; }
echo 1 > "$online" 2> /dev/null
echo 0 > "$S/run"
grep -qE '^(idle|done)$' "$S/state"
