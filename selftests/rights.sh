#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Who may do what: root measures, anybody may read sysfs, nobody else gets further,
# in no user namespace either; and no file tells a kernel address.

. "$(dirname "$0")/hkj.sh"

# ordinary COMMAND...: as a user without any right
ordinary()
{
	setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all \
		--bounding-set=-all "$@"
}

# As root of a user namespace of such a user's own.
namespaced()
{
	setpriv --reuid 65534 --regid 65534 --clear-groups \
		unshare --user --map-root-user "$@"
}

# shellcheck disable=SC2016	# the inner shell's variables
nothing_written='
	for file in /sys/kernel/hkjitter/* /sys/kernel/hkjitter/cpu*/*; do
		[ -f "$file" ] || continue
		if (echo 1 > "$file") 2> /dev/null; then
			echo "# $file takes a write"
			exit 1
		fi
	done'

# shellcheck disable=SC2016
nothing_opened='
	! (: < /dev/hkjitter) 2> /dev/null && ! ls /sys/kernel/debug/hkjitter > /dev/null 2>&1'

may_read_sysfs()
{
	ordinary cat "$S/state" "$C/nr_gaps" > /dev/null
}

# A pointer of a 64-bit kernel; durations are decimal, and shorter.
no_address()
{
	local found

	found=$("$@" 2> /dev/null | tr -d '\0' | grep -aoE '\bf{4,}[0-9a-f]{8,12}\b' | head -n 3)
	[ -z "$found" ] && return
	note "$found"
	return 1
}

all_files()
{
	cat "$S"/* "$C"/* "$D"/cpu*/*
}


# What memory there is for is fixed by the CPUs, however many read.
is_bounded()
{
	local readers i=0

	before=$(slab_kb)
	for ((i = 0; i < 40; i++)); do
		(exec 9< "$C/nr_gaps"; read -r _ <&9; sleep 5) &
		readers+=" $!"
	done
	sleep 1
	after=$(slab_kb)
	# shellcheck disable=SC2086	# a list
	kill $readers 2> /dev/null
	wait
	note "$((after - before)) KiB for 40 readers"
	[ $((after - before)) -lt 16384 ]
}

slab_kb()
{
	awk '$1 ~ /^(Slab|VmallocUsed):/ { sum += $2 } END { print sum }' /proc/meminfo
}

begin 10
check "a session" run_session 100
check "anybody may read sysfs" may_read_sysfs
check "a user writes nothing" ordinary sh -c "$nothing_written"
check "a user opens neither device nor debugfs" ordinary sh -c "$nothing_opened"
if namespaced true 2> /dev/null; then
	check "root of a user namespace writes nothing" namespaced sh -c "$nothing_written"
	check "root of a user namespace opens neither device nor debugfs" \
		namespaced sh -c "$nothing_opened"
else
	check_skip "root of a user namespace writes nothing" "user namespaces"
	check_skip "root of a user namespace opens neither device nor debugfs" "user namespaces"
fi
check "no file tells an address" no_address all_files
check "open files hold no memory of their own" is_bounded
check_equal "modes of debugfs" 400 "$(find "$D" -type f -printf '%m\n' | sort -u)"
end
