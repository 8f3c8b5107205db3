#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# "isolated" means cpuset partitions as well, from 6.9 on, where the kernel tells.

. "$(dirname "$0")/hkj.sh"

cg=/sys/fs/cgroup
part=$cg/hkj_isolated
other=$(seq 1 "$(($(nproc --all) - 1))" | grep -vx "$target" | head -n 1)
[ -n "$other" ] || ktap_skip_all "a third CPU"
[ -f "$cg"/cgroup.controllers ] || ktap_skip_all "cgroup2"

restore()
{
	local rc=$?

	rmdir "$part" 2> /dev/null
	(exit "$rc")
	finish
}

isolate()
{
	echo +cpuset > "$cg"/cgroup.subtree_control && mkdir -p "$part" &&
		echo "$other" > "$part"/cpuset.cpus &&
		echo isolated > "$part"/cpuset.cpus.partition &&
		[ "$(cat "$part"/cpuset.cpus.partition)" = isolated ]
}

# From 6.9 on cpu_is_isolated() asks cpusets.
kernel_tells()
{
	local major minor

	IFS=. read -r major minor _ < <(uname -r)
	[ "$major" -gt 6 ] || { [ "$major" -eq 6 ] && [ "${minor%%[!0-9]*}" -ge 9 ]; }
}

begin 6
trap restore EXIT
before=$(get isolated)
check "an isolated partition" isolate
if kernel_tells; then
	want=$(printf '%s\n' "$target" "$other" | sort -n | paste -sd ,)
else
	want=$before
fi
put cpus "$want" > /dev/null
check_equal "isolated is what the kernel tells" "$(get cpus)" "$(get isolated)"
put cpus isolated > /dev/null
check "a session on them" run_session 100
check_equal "target_cpus" "$(get isolated)" "$(get target_cpus)"
rmdir "$part"
check_equal "without the partition it is as before" "$before" "$(get isolated)"
end
