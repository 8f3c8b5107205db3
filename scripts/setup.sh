#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Install what the tree needs on a Debian machine, and nothing that is there.
#
#	setup.sh [GROUP...]	groups: build vm check (the default), kernel:
#				what compiling a kernel takes, deep: who else
#				looks at a kernel, and running: headers of the
#				running kernel
#	setup.sh --list [GROUP...]	print the packages, install nothing
#
# Packages that would start a service are unpacked into the cache instead of
# installed: their programs are run by hand.
#
# Exit: 0 all is there, 1 apt failed, 2 usage, 3 not possible on this machine.

set -u

. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

# The packages of each group. Debian's kernels of bookworm are built by gcc-12
# and modules for them have to be, too; libelf and pahole are for objtool and
# resolve_btfids that come with a kernel's headers.
declare -A packages=(
	[build]='gcc gcc-12 libc6-dev make pkg-config libjansson-dev libtracecmd-dev
		 libtracefs-dev libtraceevent-dev libncurses-dev zlib1g-dev
		 libelf-dev libssl-dev pahole kmod xz-utils'
	[vm]='qemu-system-x86 busybox-static cpio kmod xz-utils zstd trace-cmd
		 util-linux procps mmdebstrap'
	[check]='sparse cppcheck clang clang-format libclang-rt-dev shellcheck
		 libcmocka-dev perl python3 python3-docutils mandoc groff-base chromium'
	[kernel]='gcc-12 make bc bison flex libelf-dev libssl-dev kmod xz-utils cpio
		 binutils'
	[deep]='linux-perf bpftrace'
	[running]=linux-headers-$(uname -r)
)
declare -A unpacked=(
	[check]='prometheus prometheus-node-exporter'
)

usage()
{
	die -$HKJ_USAGE "unknown group '$1': the groups are ${!packages[*]}"
}

# All packages of the groups named, one a line, each once.
wanted()
{
	local group

	for group; do
		# shellcheck disable=SC2086	# a list of words
		printf '%s\n' ${packages[$group]}
	done | sort -u
}

# Those of the packages named that dpkg does not have installed, one a line.
missing()
{
	comm -23 <(printf '%s\n' "$@" | sort) \
		<(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2> /dev/null |
			sed -n 's/^installed //p' | sort)
}

# apt's many lines go to a file: they matter only when it fails.
quiet_apt()
{
	DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Use-Pty=0 \
		-o DPkg::Lock::Timeout=300 "$@" > "$log" 2>&1
}

# Package lists may be absent (a fresh image) or too old (a file has gone from
# the mirror): they are asked for only then, since it is the slow part.
add_packages()
{
	if apt-cache show "$@" > /dev/null 2>&1 &&
	   quiet_apt install --no-install-recommends "$@"; then
		return 0
	fi
	step "reading the package lists"
	quiet_apt update || return
	quiet_apt install --no-install-recommends "$@"
}

# Those of the packages named that are neither installed nor in the cache.
not_unpacked()
{
	local name

	for name; do
		[[ -e $HKJ_CACHE/tools/$name.unpacked ]] ||
			command -v "$name" > /dev/null || printf '%s\n' "$name"
	done
}

# unpack ROOM NAME...: into the cache, by way of an empty folder. They bring no
# package along; those wanted run with what each Debian has.
unpack()
{
	local room=$1 name deb

	shift
	(cd "$room" && quiet_apt -o APT::Sandbox::User=root download "$@") || return
	mkdir -p "$HKJ_CACHE/tools" || return
	for deb in "$room"/*.deb; do
		dpkg-deb -x "$deb" "$HKJ_CACHE/tools" || return
	done
	for name; do
		: > "$HKJ_CACHE/tools/$name.unpacked" || return
	done
}

# What is missing here is missed by single tests, which say so and are skipped.
unpack_packages()
{
	local room

	[[ $# -gt 0 ]] || return 0
	make_cache
	step "unpacking into the cache: $*"
	room=$(mktemp -d) || die "no room for a temporary folder"
	apt-cache show "$@" > /dev/null 2>&1 || quiet_apt update
	unpack "$room" "$@" || warn "could not fetch and unpack: $*"
	rm -rf "$room"
}

not_debian()
{
	die -$HKJ_CANNOT "not a Debian machine: install by hand what these packages hold: $*"
}

# install_packages GROUPS NAME...
install_packages()
{
	local groups=$1

	shift
	((EUID == 0)) ||
		die -$HKJ_CANNOT "root is needed to install: $* (run: sudo scripts/setup.sh $groups)"
	step "installing $# packages: $*"
	add_packages "$@" && return
	tail -n 20 "$log" >&2
	die "apt-get could not install: $*"
}

main()
{
	local is_list=0 group
	local -a names absent

	[[ ${1-} == --list ]] && { is_list=1; shift; }
	[[ $# -gt 0 ]] || set -- build vm check
	for group; do
		[[ -n ${packages[$group]-} ]] || usage "$group"
	done

	mapfile -t names < <(wanted "$@")
	if ((is_list)); then
		printf '%s\n' "${names[@]}"
		return
	fi
	[[ -f /etc/debian_version ]] || not_debian "${names[@]}"
	command -v apt-get > /dev/null || not_debian "${names[@]}"
	log=$(mktemp) || die "no room for a temporary file"
	trap 'rm -f "$log"' EXIT
	mapfile -t absent < <(missing "${names[@]}")
	[[ ${#absent[@]} -eq 0 ]] || install_packages "$*" "${absent[@]}"
	for group; do
		# shellcheck disable=SC2046,SC2086	# lists of words
		unpack_packages $(not_unpacked ${unpacked[$group]-})
	done
}

main "$@"
