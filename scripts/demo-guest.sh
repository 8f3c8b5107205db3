#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# demo-guest.sh: the demo's part inside the virtual machine, run by boot.sh.

set -eu

thp=/sys/kernel/mm/transparent_hugepage

insmod "$HKJ_MODULE"
echo madvise > $thp/enabled
echo 10 > $thp/khugepaged/scan_sleep_millisecs
echo 10 > $thp/khugepaged/alloc_sleep_millisecs
"$HKJ_TOOL" run -c isolated -d 10s -o "$HKJ_OUT/result.json" -- build/selftests/thp_load
rmmod hkjitter
