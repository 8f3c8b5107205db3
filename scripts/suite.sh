#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Another Debian's compiler and make, for kernels that are built by a compiler that
# this one does not have. They are in a folder of the cache, and run with that as
# their root. Takes root.
#
#	suite.sh make SUITE COMPILER	make that folder, unless it is there
#	suite.sh run SUITE [--read DIR] [--write DIR]... -- COMMAND...
#		with those folders of this machine at their own places
#
# Exit: that of COMMAND; 1 failed, 2 usage, 3 not possible on this machine.

set -u

. "$(dirname "${BASH_SOURCE[0]}")/env.sh"
. "$HKJ_ROOT/tests/vm/apt.sh"

# Beside the compiler: what the programs of linux-kbuild-* depend on.
packages=make,pahole,libelf1t64,libssl3t64,zlib1g

usage()
{
	die -$HKJ_USAGE "usage: suite.sh make SUITE COMPILER | run SUITE [--read DIR] [--write DIR]... -- COMMAND..."
}

tree_of()
{
	printf '%s\n' "$HKJ_CACHE/suites/$1"
}

is_made()
{
	[[ -e $(tree_of "$1")/.made-$2 ]]
}

bootstrap()
{
	local new=$1 suite=$2 compiler=$3

	apt_sources "$suite" > "$new.list" || {
		warn "the machine's apt sources name no Debian archive"
		return 1
	}
	step "making a folder with the tools of Debian $suite (320 MB)"
	mmdebstrap --quiet --mode=root --variant=minbase --arch=amd64 \
		"--include=$compiler,$packages" "$suite" "$new" "$new.list" > "$new.log" 2>&1 && return
	tail -n 5 "$new.log" >&2
	return 1
}

make_tree()
{
	local suite=$1 compiler=$2 tree new

	((EUID == 0)) || die -$HKJ_CANNOT "root is needed for the tools of Debian $suite"
	make_cache
	tree=$(tree_of "$suite")
	mkdir -p "${tree%/*}" || die "cannot write to $HKJ_CACHE"
	take_lock "$tree.lock" 1800 "it makes $tree"
	! is_made "$suite" "$compiler" || return 0
	need mmdebstrap mmdebstrap vm
	new=$tree.new
	rm -rf "$new"
	bootstrap "$new" "$suite" "$compiler" ||
		die -$HKJ_CANNOT "cannot fetch the tools of Debian $suite ($compiler,$packages): does the mirror of this machine's apt sources have that suite?"
	: > "$new/.made-$compiler"
	rm -rf "$tree"
	mv "$new" "$tree" || die "cannot write to $tree"
	rm -f "$new.list" "$new.log"
}

# bind TREE OPTIONS DIR
bind()
{
	mkdir -p "$1$3" && mount --bind "$3" "$1$3" && mount -o "remount,bind,$2" "$1$3"
}

# Inside a mount namespace of its own, so that nothing has to be taken back.
enter()
{
	local tree=$1

	shift
	mount -t proc proc "$tree/proc" || exit "$HKJ_CANNOT"
	while (($#)); do
		case $1 in
		--read) bind "$tree" ro "$2" || exit "$HKJ_CANNOT" ;;
		--write) bind "$tree" rw "$2" || exit "$HKJ_CANNOT" ;;
		*) break ;;
		esac
		shift 2
	done
	[[ ${1-} == -- ]] || usage
	shift
	exec chroot "$tree" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C "$@"
}

run()
{
	local tree

	tree=$(tree_of "$1")
	[[ -d $tree ]] || die -$HKJ_CANNOT "no tools of Debian $1 in the cache: run scripts/suite.sh make $1 COMPILER"
	shift
	unshare --mount true 2> /dev/null ||
		die -$HKJ_CANNOT "this machine does not let us mount (a container?): $tree cannot be used"
	exec unshare --mount "$0" enter "$tree" "$@"
}

case ${1-} in
make) [[ $# -eq 3 ]] || usage; make_tree "$2" "$3" ;;
run) [[ $# -ge 3 ]] || usage; run "${@:2}" ;;
enter) [[ $# -ge 3 ]] || usage; enter "${@:2}" ;;
*) usage ;;
esac
