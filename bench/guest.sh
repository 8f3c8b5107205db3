#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# guest.sh: the benchmark's part inside the virtual machine, run by run.sh.

set -eu

S=/sys/kernel/hkjitter
target=$(cat /sys/devices/system/cpu/isolated)

# milli VALUE: thousandths, as a decimal number
milli()
{
	printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000))
}

insmod "$(dirname "$HKJ_MODULE")/hkj_floor.ko" cpu="$target"
floor=$(cat /sys/module/hkj_floor/parameters/turn_milli)
insmod "$HKJ_MODULE"
echo 100 > $S/duration_ms
echo fifo:1 > $S/policy
echo 1 > $S/run
while [ "$(cat $S/state)" != done ]; do sleep 0.1; done
turn=$(cat $S/cpu"$target"/turn_mean_ps)

echo "instructions            value   x floor"
printf '%-20s %8s   %7s\n' "turn, bare loop" "$(milli "$floor")" 1.000
printf '%-20s %8s   %7s\n' "turn, hkjitter" "$(milli "$turn")" "$(milli $((turn * 1000 / floor)))"
printf '%-20s %8s\n' "own bookkeeping" "$(cat $S/cpu"$target"/upkeep_max_ns)"
