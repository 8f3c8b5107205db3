#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# check.sh PART...: install what is missing, run the parts (style, unit, vm, matrix,
# deep), add them up. The last line is "N passed, N failed, N skipped". Exit: 0
# none failed, 1 one did, 2 usage, 3 not possible on this machine.

set -u

. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

log_dir=$HKJ_ROOT/out/check
passed=0 failed=0 skipped=0
more=

declare -A commands=(
	[style]="scripts/style.sh"
	[unit]="make --no-print-directory -C tests/unit check"
	[vm]="tests/vm/check.sh"
	[matrix]="tests/vm/check.sh matrix"
	[deep]="tests/vm/check.sh deep"
)

# What a part needs beyond the groups that all need.
declare -A groups=([deep]="kernel deep")

# add PART LOG RC: from its "# Totals:" line, or the unit tests' own.
add()
{
	local p f s found=0

	while read -r p f s; do
		passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
		found=1
	done < <(sed -nE \
		-e 's/^# Totals: pass:([0-9]+) fail:([0-9]+) skip:([0-9]+)$/\1 \2 \3/p' \
		-e 's/^unit .*: ([0-9]+) passed, ([0-9]+) failed, ([0-9]+) skipped$/\1 \2 \3/p' "$2")
	if [ "$found" -eq 0 ] || { [ "$3" -ne 0 ] && [ "$failed" -eq 0 ]; }; then
		failed=$((failed + 1))
		echo "not ok $1: ended with $3"
	fi
}

run()
{
	local log=$log_dir/$1.log rc

	step "check: $1"
	# shellcheck disable=SC2086	# a command is words
	(cd "$HKJ_ROOT" && ${commands[$1]}) | tee "$log"
	rc=${PIPESTATUS[0]}
	add "$1" "$log" "$rc"
}

# What failed, with what the test said to it (KTAP before it, cmocka after it), and
# what was skipped, once more: the end of a long output is what is kept, and read.
show_failed()
{
	local part

	for part; do
		awk -v part="$part" -v nr_max=12 '
			function put(line) { print part ": " line }
			{ text = $0; sub(/^[^#:]*: /, "", text) }
			text ~ /^# kernel log:|^ended with |SUMMARY: / || / # SKIP/ { put($0); next }
			text ~ /^# / && after-- > 0 { put($0); next }
			text ~ /^# / { said[nr++] = $0; next }
			text ~ /^not ok/ {
				for (i = nr > nr_max ? nr - nr_max : 0; i < nr; i++)
					put(said[i])
				put($0)
			}
			{ nr = 0; after = text ~ /^not ok/ ? 3 : 0 }' "$log_dir/$part.log"
	done
}

[ $# -gt 0 ] || die -$HKJ_USAGE "usage: check.sh PART... (${!commands[*]})"
for part; do
	[ -n "${commands[$part]:-}" ] || die -$HKJ_USAGE "no part '$part': there are ${!commands[*]}"
done
for part; do
	more+=" ${groups[$part]:-}"
done
# shellcheck disable=SC2086	# groups are words
"$HKJ_ROOT/scripts/setup.sh" build vm check $more || exit
mkdir -p "$log_dir"
for part; do
	run "$part"
done
show_failed "$@"
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
