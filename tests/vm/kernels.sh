#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Kernels for the VM: Debian's, fetched with a private apt, and those that are made
# of its source; in the cache, never installed.
#
#	kernels.sh fetch SERIES [--with headers] [--refresh]
#		make the newest kernel of SERIES available, print its release
#	kernels.sh path SERIES|RELEASE	print its folder
#	kernels.sh list			print the releases in the cache
#
# The mirror is asked once a day, or when --refresh is given. When it cannot be
# reached, the kernel in the cache is used, and that is said.
#
# Exit: 0 fine, 1 failed, 2 usage, 3 not possible on this machine.

set -u

here=$(dirname "${BASH_SOURCE[0]}")
. "$here/../../scripts/env.sh"
. "$here/apt.sh"
. "$here/unpack.sh"
. "$here/made.sh"

max_age_min=1440	# how long the mirror's last answer is good
lock_wait_s=900

# What Debian calls the kernels of each series, and the suite that has them.
declare -A pattern=(
	[5.10]='5\.10\.0-[0-9]+-amd64'
	[6.1]='6\.1\.0-[0-9]+-amd64'
	[6.1-rt]='6\.1\.0-[0-9]+-rt-amd64'
	[6.12]='6\.12\.[0-9.]+\+deb12-amd64'
	[6.12-rt]='6\.12\.[0-9.]+\+deb12-rt-amd64'
	[7.3]='7\.3\.[0-9.]+\+deb13-amd64'
	[7.3-rt]='7\.3\.[0-9.]+\+deb13-rt-amd64'
)
declare -A suite=(
	[5.10]=bullseye
	[6.1]=bookworm [6.1-rt]=bookworm
	[6.12]=bookworm [6.12-rt]=bookworm
	[7.3]=trixie-backports [7.3-rt]=trixie-backports
)
# Whose compiler has to build modules for it, where Debian 12 has none that would do;
# see scripts/suite.sh.
declare -A tools=([7.3]=trixie [7.3-rt]=trixie)

kernels=		# the folder of all kernels, set by main
scratch=		# removed at exit
reason=			# why a kernel cannot be fetched, in words

usage()
{
	die -$HKJ_USAGE "usage: kernels.sh fetch SERIES [--with headers] [--refresh] | path SERIES|RELEASE | list"
}

all_series()
{
	printf '%s\n' "${!pattern[@]}" "${!made[@]}" | sort -V | paste -sd ' '
}

check_series()
{
	[[ -n ${pattern[$1]-}${made[$1]-} ]] && return
	die -$HKJ_USAGE "unknown kernel series '$1': there are $(all_series)"
}

# The newest release of a series in the cache, nothing if there is none.
cached()
{
	local file

	for file in "$kernels"/*/series; do
		[[ -f $file && $(< "$file") == "$1" ]] || continue
		cat "${file%/*}/release"
	done | sort -V | tail -n 1
}

# The release of a series that is whole: with headers where they are wanted.
usable()
{
	local release

	release=$(cached "$1")
	[[ -n $release ]] || return
	[[ $2 == 0 || -d $kernels/$release/usr/src ]] || return
	printf '%s\n' "$release"
}

is_fresh()
{
	[[ -n $(find "$kernels/.asked-$1" -mmin "-$max_age_min" 2> /dev/null) ]]
}

# The newest image package of a series that the mirror really has (apt also
# knows names that are only mentioned by others).
newest_image()
{
	local name

	while read -r name; do
		[[ -n $(apt_field "$name" Filename) ]] || continue
		printf '%s\n' "$name"
		return
	done < <(apt_names "^linux-image-${pattern[$1]}(-unsigned)?\$" | sort -rV)
	return 1
}

# The packages that an image consists of: from 7.0 on it is an empty one that
# depends on others.
image_packages()
{
	printf '%s\n' "$1"
	apt_field "$1" Depends | grep -oE 'linux-(base|binary|modules)-[0-9][^ ,|]+'
}

# The packages that building a module for a release takes. What is only a
# dependency on a compiler is left to scripts/setup.sh.
header_packages()
{
	printf '%s\n' "linux-headers-$1"
	apt_field "linux-headers-$1" Depends | grep -oE 'linux-(headers|kbuild)-[^ ,|]+'
}

# Remove the other releases of a series, except those that somebody uses.
prune()
{
	local dir

	for dir in "$kernels"/*/; do
		dir=${dir%/}
		[[ -f $dir/series && $(< "$dir/series") == "$1" ]] || continue
		[[ ${dir##*/} != "$2" ]] || continue
		flock -n "$dir" rm -rf "$dir" || true
	done
}

# Put the finished folder in its place. A folder in use is not pulled away: its
# users hold a shared lock on it.
publish()
{
	local dir=$1 final=$2

	if [[ -d $final ]]; then
		flock -w "$lock_wait_s" "$final" mv "$final" "$scratch/old" ||
			die "$final is in use: end the VM that runs it, then try again"
	fi
	mv "$dir" "$final" || die "cannot write to $final"
}

# install SERIES PACKAGE RELEASE VERSION IS_WITH_HEADERS
install_kernel()
{
	local series=$1 package=$2 release=$3 version=$4 is_with_headers=$5
	local dir=$scratch/$release final=$kernels/$release
	local -a names extra

	mapfile -t names < <(image_packages "$package")
	if ((is_with_headers)); then
		mapfile -t extra < <(header_packages "$release")
		names+=("${extra[@]}")
	fi
	step "fetching ${names[*]} ($version)"
	apt_download "${names[@]}" >&2 || return
	step "unpacking Linux $release into $final"
	unpack "$dir" "$final" "$release" "$apt_room"/debs/*.deb ||
		die "cannot unpack $package into $scratch"
	printf '%s\n' "$version" > "$dir/version"
	printf '%s\n' "$series" > "$dir/series"
	printf '%s\n' "$release" > "$dir/release"
	[[ -z ${tools[$series]-} ]] || printf '%s\n' "${tools[$series]}" > "$dir/tools"
	publish "$dir" "$final"
}

is_current()
{
	[[ $(cat "$kernels/$1/version" 2> /dev/null) == "$2" ]] &&
		[[ $3 == 0 || -d $kernels/$1/usr/src ]]
}

# Ask the mirror, fetch what is newer. Fails when the mirror cannot be reached.
renew()
{
	local series=$1 is_with_headers=$2 package release version

	reason="the machine's apt sources name no Debian archive"
	apt_open "$scratch/apt" "${suite[$series]}" || return
	step "asking Debian's mirror for the newest Linux $series"
	reason="the Debian mirror of this machine's apt sources does not answer for ${suite[$series]}"
	apt_update >&2 || return
	reason="the mirror's ${suite[$series]} has no package linux-image-${pattern[$series]} (any more?)"
	package=$(newest_image "$series") || return
	release=${package#linux-image-}
	release=${release%-unsigned}
	version=$(apt_field "$package" Version)
	# Headers once there are kept, so that callers do not undo each other.
	[[ ! -d $kernels/$(cached "$series")/usr/src ]] || is_with_headers=1
	reason="the mirror does not hand out all that $package consists of"
	is_current "$release" "$version" "$is_with_headers" ||
		install_kernel "$series" "$package" "$release" "$version" "$is_with_headers" ||
		return
	touch "$kernels/.asked-$series"
	prune "$series" "$release"
}

fetch()
{
	local series=$1 is_with_headers=0 is_refresh=0 release

	shift
	check_series "$series"
	while (($#)); do
		case $1 in
		--with) [[ ${2-} == headers ]] || usage; is_with_headers=1; shift ;;
		--refresh) is_refresh=1 ;;
		*) usage ;;
		esac
		shift
	done
	if [[ -n ${made[$series]-} ]]; then
		fetch_made "$series" "$is_refresh"
		return
	fi
	make_room
	release=$(usable "$series" "$is_with_headers")
	if [[ -n $release && $is_refresh == 0 ]] && is_fresh "$series"; then
		printf '%s\n' "$release"
		return
	fi
	if ! renew "$series" "$is_with_headers"; then
		[[ -n $release ]] || die -$HKJ_CANNOT "cannot fetch Linux $series: $reason"
		step "$reason: using Linux $release from the cache"
	fi
	usable "$series" "$is_with_headers"
}

# The cache for writing, by one run at a time; leftovers of a killed run go.
make_room()
{
	need apt-get apt vm
	need depmod kmod vm
	make_cache
	kernels=$HKJ_CACHE/kernels
	mkdir -p "$kernels" || die "cannot write to $kernels"
	take_lock "$kernels/.lock" "$lock_wait_s" "it fetches kernels"
	rm -rf "$kernels"/.new.*
	scratch=$(mktemp -d "$kernels/.new.XXXXXX") || die "cannot write to $kernels"
	trap 'rm -rf "$scratch"' EXIT
	trap 'exit 130' INT TERM HUP
}

path()
{
	local dir release=$1

	[[ -z ${pattern[$1]-}${made[$1]-} ]] || release=$(cached "$1")
	dir=$kernels/$release
	[[ -n $release && -f $dir/release ]] ||
		die "no Linux $1 in the cache: run tests/vm/kernels.sh fetch SERIES, with one of: $(all_series)"
	printf '%s\n' "$dir"
}

list()
{
	local file

	for file in "$kernels"/*/release; do
		[[ ! -f $file ]] || cat "$file"
	done | sort -V
}

main()
{
	kernels=$HKJ_CACHE/kernels
	case ${1-} in
	fetch) [[ $# -ge 2 ]] || usage; shift; fetch "$@" ;;
	path) [[ $# -eq 2 ]] || usage; path "$2" ;;
	list) [[ $# -eq 1 ]] || usage; list ;;
	*) usage ;;
	esac
}

main "$@"
