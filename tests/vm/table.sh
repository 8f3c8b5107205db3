#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# table.sh [--write] [DIR]: what check.sh's set "matrix" found, as a table of tests by
# kernels; DIR is where its results are, out/check-matrix by default. With --write, into
# the document, in place of the one there. A test without a result is told as such:
# nothing stands in the table that was not run.
#
# Exit: 0 fine, 1 cannot write, 2 usage, 3 there are no results.

set -u

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
. "$here/../../scripts/env.sh"

document=$HKJ_ROOT/Documentation/kernels.rst
begin='.. table.sh begins here'
end='.. table.sh ends here'
dir=$HKJ_ROOT/out/check-matrix
width=16

usage()
{
	die -$HKJ_USAGE "usage: table.sh [--write] [DIR]"
}

# value NAME BOOT: of what the guest was told
value()
{
	sed -n "s/^$1='\(.*\)'\$/\1/p" "$dir/$2/.vm/env"
}

# boots: those that were tried, in the order of versions
boots()
{
	local file

	for file in "$dir"/*/.vm/env; do
		[[ ! -e $file ]] || basename "${file%/.vm/env}"
	done | sort -V
}

# tests: the names of all, in the order in which they ran
tests()
{
	cut -f 1 "$dir"/*/jobs | awk '!seen[$0]++'
}

# count PATTERN FILE
count()
{
	grep -cE "$1" "$2"
}

# cell BOOT TEST: those that passed of those that ran, and how many were skipped; or
# why there is no number
cell()
{
	local log=$dir/$1/$2.log rc nr_ok nr_run nr_skip text

	rc=$(cat "$dir/$1/$2.rc" 2> /dev/null) || { echo "no result"; return; }
	nr_skip=$(count '# SKIP' "$log")
	nr_ok=$(($(count '^ok' "$log") - $(count '^ok.*# SKIP' "$log")))
	nr_run=$((nr_ok + $(count '^not ok' "$log")))
	text=$nr_ok/$nr_run
	((nr_run)) || text=skipped
	((nr_skip == 0 || nr_run == 0)) || text+=" +$nr_skip skip"
	((rc == 0 || rc == 1 || rc == 4)) || text+=" ended $rc"
	echo "$text"
}

# row CELL...: of a simple table
row()
{
	local text

	for text; do
		printf "%-${width}s " "$text"
	done | sed 's/ *$//'
	echo
}

# rule CELL...: a line as wide as a row
rule()
{
	local line i

	printf -v line '%*s' "$width" ''
	for ((i = 0; i < $#; i++)); do
		printf '%s ' "${line// /=}"
	done | sed 's/ $//'
	echo
}

# The kernels by their full release, each under the name it has here.
releases()
{
	local boot

	for boot in "${columns[@]}"; do
		printf '%s\n' "- ${boot}: Linux $(value HKJ_RELEASE "$boot")"
	done
}

table()
{
	local test boot
	local -a cells

	releases
	echo
	rule test "${columns[@]}"
	row test "${columns[@]}"
	rule test "${columns[@]}"
	for test in $(tests); do
		cells=("$test")
		for boot in "${columns[@]}"; do
			cells+=("$(cell "$boot" "$test")")
		done
		row "${cells[@]}"
	done
	rule test "${columns[@]}"
}

write()
{
	local text

	text=$(awk -v begin="$begin" -v end="$end" -v file="$1" '
		$0 == end { is_in = 0 }
		!is_in
		$0 == begin {
			is_in = 1
			print ""
			while ((getline line < file) > 0)
				print line
			print ""
		}' "$document") || die "cannot read $document"
	printf '%s\n' "$text" > "$document" || die "cannot write to $document"
}

is_write=0
while (($#)); do
	case $1 in
	--write) is_write=1 ;;
	-*) usage ;;
	*) dir=$1 ;;
	esac
	shift
done
mapfile -t columns < <(boots)
((${#columns[@]})) || die -$HKJ_CANNOT "no results in $dir: run make check-matrix"
if ((is_write)); then
	made=$(mktemp) || die "no room for a temporary file"
	trap 'rm -f "$made"' EXIT
	table > "$made"
	write "$made"
else
	table
fi
