#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Build the modules of this tree for a kernel, in a folder of their own, so
# that several kernels' builds live side by side and the sources stay clean.
#
#	modules.sh build --kernel KERNEL [--out DIR] [VARIABLE=VALUE...]
#
# KERNEL is a series (6.1, 7.3-rt: the newest of it, fetched if need be; perf, debug,
# kcsan: compiled if need be), a folder as tests/vm/kernels.sh makes it, or
# "running". Prints the folder that holds the modules, build/modules/RELEASE by
# default. Variables go to make.
#
# Exit: 0 built, 1 the build failed, 2 usage, 3 not possible on this machine.

set -u

. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

# What a module build may read, as far as it exists.
sources=(Kbuild module include selftests/inject bench)

tools=()	# what runs the build with another Debian's tools, and that one's name
suite=
release=	# what is built for, and where its headers are: see find_kernel
kdir=

usage()
{
	die -$HKJ_USAGE "usage: modules.sh build --kernel 6.1|6.12|7.3|debug|FOLDER|running [--out DIR] [VARIABLE=VALUE...]"
}

# Headers of the running kernel, from Debian if it is Debian's kernel.
find_running()
{
	release=$(uname -r)
	kdir=/lib/modules/$release/build
	[[ -e $kdir/Makefile ]] && return
	grep -qi debian /proc/version ||
		die -$HKJ_CANNOT "no headers of the running kernel $release in $kdir, and it is not Debian's kernel: install its headers"
	"$HKJ_ROOT/scripts/setup.sh" running ||
		die -$HKJ_CANNOT "no headers of the running kernel: install linux-headers-$release, or boot a kernel that has them"
	[[ -e $kdir/Makefile ]] ||
		die -$HKJ_CANNOT "linux-headers-$release is installed, but $kdir/Makefile is not there"
}

find_unpacked()
{
	[[ -f $1/release ]] || die -$HKJ_USAGE "no kernel in $1: give 6.1, 6.12, running or a folder made by tests/vm/kernels.sh"
	release=$(< "$1/release")
	kdir=$1/usr/src/linux-headers-$release
	[[ -e $kdir/Makefile ]] ||
		die "no headers in $1: run tests/vm/kernels.sh fetch SERIES --with headers"
}

find_kernel()
{
	local got

	case $1 in
	running) find_running ;;
	*/*) find_unpacked "$(cd "$1" 2> /dev/null && pwd -P || printf '%s\n' "$1")" ;;
	*)
		got=$("$HKJ_ROOT/tests/vm/kernels.sh" fetch "$1" --with headers) || exit
		find_unpacked "$HKJ_CACHE/kernels/$got"
		;;
	esac
}

gcc_major()
{
	sed -n 's/^CONFIG_GCC_VERSION=\([0-9]*\)[0-9]\{4\}$/\1/p' "$kdir/.config" 2> /dev/null
}

# Where the kernel's compiler is not here, but in another Debian, all of the build is
# done with that one's tools.
find_tools()
{
	local kernel=${kdir%/usr/src/*} cc

	cc=gcc-$(gcc_major)
	[[ -f $kernel/tools ]] && ! command -v "$cc" > /dev/null || return 0
	suite=$(< "$kernel/tools")
	tools=("$HKJ_ROOT/scripts/suite.sh" run "$suite" --read "$HKJ_ROOT"
		--read "$kernel" --write "$out" --)
	"$HKJ_ROOT/scripts/suite.sh" make "$suite" "$cc" || exit
}

# The compiler of the kernel's own major version: another one may not know the
# kernel's flags, or lay out things differently.
compiler()
{
	local major

	if grep -qs '^CONFIG_CC_IS_CLANG=y' "$kdir/.config"; then
		printf 'LLVM=1\n'
		return
	fi
	major=$(gcc_major)
	if [[ -n $suite ]]; then
		printf 'CC=gcc-%s\n' "$major"
	elif [[ -z $major || $(gcc -dumpversion | cut -d. -f1) == "$major" ]]; then
		printf 'CC=gcc\n'
	elif command -v "gcc-$major" > /dev/null; then
		printf 'CC=gcc-%s\n' "$major"
	else
		warn "Linux $release was built by gcc $major, which is not here: using $(gcc -dumpversion)"
		printf 'CC=gcc\n'
	fi
}

# Remove links to sources that are gone, and then all that was built: objects
# do not tell whether it was from one of them.
prune()
{
	local gone

	gone=$(find "$1" -xtype l -print -delete | wc -l)
	((gone == 0)) || find "$1" -type f ! -name .lock -delete
}

# The source files, named from the root of the tree. Objects of a build in
# place are none of them.
source_files()
{
	local name

	cd "$HKJ_ROOT" || return
	for name in "${sources[@]}"; do
		[[ ! -e $name ]] || find "$name" \( -name '*.[chS]' -o -name Kbuild -o -name Makefile \) \
			! -name '*.mod.c' -type f -print
	done
}

# kbuild writes beside the sources, so it gets links to them.
mirror()
{
	local name

	prune "$1"
	while read -r name; do
		[[ ! $1/$name -ef $HKJ_ROOT/$name ]] || continue
		[[ $name != */* ]] || mkdir -p "$1/${name%/*}"
		ln -sfn "$HKJ_ROOT/$name" "$1/$name" || die "cannot write to $1"
	done < <(source_files)
}

build()
{
	local kernel='' out='' cc
	local -a variables=()

	while (($#)); do
		case $1 in
		--kernel) [[ -n ${2-} ]] || usage; kernel=$2; shift ;;
		--out) [[ -n ${2-} ]] || usage; out=$2; shift ;;
		[A-Za-z_]*=*) variables+=("$1") ;;
		*) usage ;;
		esac
		shift
	done
	[[ -n $kernel ]] || usage
	need make make build
	need gcc gcc build
	find_kernel "$kernel"
	out=$(realpath -m "${out:-$HKJ_ROOT/build/modules/$release}")
	mkdir -p "$out" || die "cannot write to $out"
	take_lock "$out/.lock" 600 "it builds in $out"
	mirror "$out"
	find_tools
	cc=$(compiler)
	step "building modules for Linux $release ($cc${suite:+ of Debian $suite})"
	"${tools[@]}" make -C "$kdir" -j "$(nproc)" --no-print-directory "$cc" "M=$out" W=1 \
		"${variables[@]}" modules >&2 || die "the modules do not build for Linux $release"
	printf '%s\n' "$out"
}

[[ ${1-} == build ]] || usage
shift
build "$@"
