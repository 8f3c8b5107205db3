# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What every script of the tree shares: where things are, how a step is
# announced, how an error ends a script. Meant to be sourced.

# shellcheck disable=SC2034	# used by those who source this file
HKJ_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

# Everything that is dear to make or to fetch, outside the checkout. All of it
# may be deleted at any time.
HKJ_CACHE=${HKJ_CACHE:-/var/cache/hkjitter}

# Exit codes, the same as the tool's.
HKJ_FAIL=1	# it was tried, and it failed
HKJ_USAGE=2	# the command line makes no sense
HKJ_CANNOT=3	# this machine cannot do it

# Say what is done now. On stderr: stdout is for results.
step()
{
	printf '==> %s\n' "$*" >&2
}

# Something odd that does not stop us.
warn()
{
	printf '%s: warning: %s\n' "${0##*/}" "$*" >&2
}

# die [-CODE] MESSAGE: one clear line, then the end.
die()
{
	local code=$HKJ_FAIL

	case $1 in
	-[0-9]*) code=${1#-}; shift ;;
	esac
	printf '%s: %s\n' "${0##*/}" "$*" >&2
	exit "$code"
}

# need COMMAND PACKAGE GROUP: end if COMMAND is not there, saying what brings it.
need()
{
	command -v "$1" > /dev/null && return
	[[ -x /usr/sbin/$1 || -x /sbin/$1 ]] && return
	die -$HKJ_CANNOT "$1 is missing: install the package $2, or run scripts/setup.sh $3"
}

# The cache has to be a writable folder before anything is put into it.
make_cache()
{
	mkdir -p "$HKJ_CACHE" 2> /dev/null
	[[ -d $HKJ_CACHE && -w $HKJ_CACHE ]] ||
		die -$HKJ_CANNOT "cannot write to $HKJ_CACHE: run as root, or set HKJ_CACHE to a folder of yours"
	HKJ_CACHE=$(cd "$HKJ_CACHE" && pwd -P)
}

# take_lock FILE SECONDS MESSAGE: hold FILE's lock until this script ends. A
# second run waits for the first one, but not for ever.
take_lock()
{
	local fd

	exec {fd}>> "$1"
	flock -n "$fd" && return
	step "waiting for another run ($3)"
	flock -w "$2" "$fd" || die "another run holds $1 for more than $2 s: end it, then try again"
}
