#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Unloading while a session runs stops it first, whatever the policy.

. "$(dirname "$0")/hkj.sh"

start_and_unload()
{
	load
	put policy "$1" > /dev/null
	[ "$(put run 1)" = ok ] && rmmod hkjitter && ! is_loaded &&
		! pgrep -x "hkjitter/$target" > /dev/null
}

# The tool holds the device for the length of a read; who keeps it open, keeps
# the module.
held_by_device()
{
	local ok=0

	exec 9< /dev/hkjitter
	! rmmod hkjitter 2> /dev/null && is_loaded && ok=1
	exec 9<&-
	[ "$ok" -eq 1 ]
}

unload_with_open_file()
{
	local ok=0

	exec 9< "$C/nr_gaps"
	rmmod hkjitter && ! cat <&9 2> /dev/null && ok=1
	exec 9<&-
	[ "$ok" -eq 1 ]
}

begin 6
check "unload while running, policy other" start_and_unload other
check "unload while running, policy fifo:1" start_and_unload fifo:1
check "unload while running, policy fifo:98" start_and_unload fifo:98
load
check "an open device holds the module" held_by_device
run_session 50
check "an open sysfs file does not" unload_with_open_file
end
