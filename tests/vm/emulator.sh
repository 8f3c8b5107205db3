# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Which QEMU. In parallel emulation a CPU may run into a breakpoint of the kernel's
# that another CPU has replaced already, and the guest crashes ("Oops: int3"):
# attaching probes patches much code. Before 8.1 code was translated without a
# lock on its page; later ones are quicker as well, but have been seen to do it,
# too (check.sh boots again then). Where the machine's QEMU is older than 8.1, a
# later one is taken from Debian's backports, unpacked into the cache and not
# installed.
# Meant to be sourced; sets $emulator.
# shellcheck disable=SC2034	# used by qemu.sh

emulator=(qemu-system-x86_64)

emulator_packages=(qemu-system-x86 qemu-system-common qemu-system-data seabios)

# is_old: the machine's own, by its version.
is_old()
{
	local major minor

	IFS=. read -r major minor _ < <(qemu-system-x86_64 --version |
		sed -n 's/^QEMU emulator version \([0-9.]*\).*/\1/p')
	((${major:-0} < 8 || (${major:-0} == 8 && ${minor:-0} < 1)))
}

use_unpacked()
{
	local dir=$1

	emulator=("$dir/usr/bin/qemu-system-x86_64" -L "$dir/usr/share/qemu"
		  -L "$dir/usr/share/seabios")
	"$dir/usr/bin/qemu-system-x86_64" --version > /dev/null 2>&1
}

# fetch_emulator DIR: from the backports of the machine's Debian.
fetch_emulator()
{
	local scratch=$1.new codename deb

	codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
	rm -rf "$scratch" && mkdir -p "$scratch/root" || return
	step "fetching a later QEMU from $codename-backports (see tests/vm/emulator.sh)"
	apt_open "$scratch/apt" "$codename-backports" || return
	sed -i '/-security main$/d' "$scratch/apt/sources.list"
	apt_update >&2 && apt_download "${emulator_packages[@]}" >&2 || return
	for deb in "$scratch"/apt/debs/*.deb; do
		dpkg-deb -x "$deb" "$scratch/root" || return
	done
	rm -rf "${scratch:?}/apt" "$1"
	mv "$scratch/root" "$1" && rm -rf "$scratch"
}

# choose_emulator: never fails; the machine's own is better than none.
choose_emulator()
{
	local dir=$HKJ_CACHE/qemu

	has_kvm && return
	((opt[is_exact])) && return
	is_old || return 0
	make_cache
	(
		take_lock "$HKJ_CACHE/.qemu.lock" 600 "it fetches QEMU"
		[[ -d $dir ]] || fetch_emulator "$dir"
	)
	[[ -d $dir ]] && use_unpacked "$dir" && return
	emulator=(qemu-system-x86_64)
	warn "no later QEMU to be had: the guest may crash by the emulator's fault"
}
