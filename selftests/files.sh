#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The files are those that the ABI documents, with their modes; each can be read.

. "$(dirname "$0")/hkj.sh"

abi=$here/../Documentation/ABI/testing/sysfs-kernel-hkjitter

# Files of the ABI, as paths below /sys/kernel/hkjitter, cpuN for a target.
documented()
{
	sed -n 's|^What:[[:space:]]*/sys/kernel/hkjitter/||p' "$abi" |
		sed 's|^cpu<*[NX]>*|cpuN|' | grep -v '^cpuN/*$' | grep . | sort
}

live()
{
	(cd "$S" && find . -type f) | sed "s|^\./||; s|^cpu[0-9]*/|cpuN/|" | sort -u
}

all_readable()
{
	local file bad=0

	for file in "$S"/* "$C"/*; do
		[ -f "$file" ] || continue
		cat "$file" > /dev/null || bad=1
	done
	return "$bad"
}

# One line each, ended by a newline.
all_one_line()
{
	local file bad=0

	for file in "$S"/* "$C"/*; do
		[ -f "$file" ] || continue
		[ "$(wc -l < "$file")" -eq 1 ] || { note "$file"; bad=1; }
	done
	return "$bad"
}

modes()
{
	find "$S" -type f ! -perm 0444 -printf '%f %m\n' | sort | tr '\n' ' '
}

read_only_refused()
{
	local file

	for file in state version isolated last_error target_cpus clock; do
		[ "$(put "$file" 1)" != ok ] || return 1
	done
}

begin 9
check "a session of 50 ms" run_session 50
check_equal "files documented and files there" "$(documented)" "$(live)"
check "each file can be read" all_readable
check "each file holds one line" all_one_line
check_equal "the writable files, and their mode" \
	"cpus 644 duration_ms 644 initiators 644 policy 644 run 644 stop_above_ns 644 threshold_ns 644 workload 644 " "$(modes)"
check "files that tell take no write" read_only_refused
check_equal "mode of the device" 400 "$(stat -c %a /dev/hkjitter)"
check_equal "debugfs" "cost histogram longest lost sources tick unexplained " "$(find "$D/cpu$target" -type f -printf "%f\n" | sort | tr "\n" " ")"
end
