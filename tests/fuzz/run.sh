#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# run.sh check|fuzz|keep DIRECTORY FUZZER...: runs the fuzzers that are built
# there. Ends with "unit (fuzz): N passed, N failed, N skipped"; the exit code is
# 1 if any failed. An input that fails stays in DIRECTORY/found.

set -u

mode=$1
out=$2
shift 2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
passed=0 failed=0
has_fuzzer=$(< "$out/has_fuzzer")

# How often a fuzzer is called for a check, and no longer than this.
readonly runs=20000 check_s=20
readonly fuzz_s=${FUZZ_SECONDS:-60}
# One call takes milliseconds; a loaded machine may be slow.
readonly call_s=25 reader_s=100 memory_mib=2048
# An input that is kept in the tree is smaller than that.
readonly keep_kib=4

export ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1

# seeds NAME: kept inputs of a fuzzer, and what the unit tests have of the kind
seeds()
{
	echo "$here/corpus/$1"
	case $1 in
	result) echo "$here/../unit/data" ;;
	budget) echo "$here/../../budgets" ;;
	esac
}

# words: the keys of the result file and the options, as libFuzzer wants a dictionary
words()
{
	sed -n 's/^\t{ .*, "\([a-z-]*\)", .*/"--\1"/p' "$here/../../user/opts_table.c" | sort -u
	sed 's/"[^"]*"/\n&\n/g' "$here"/../unit/data/*.json "$here"/../../budgets/*.json |
		grep -xE '"[A-Za-z_0-9./-]{2,30}"' | sort -u |
		sed 's/^"\(.*\)"$/"\\"\1\\""/'
}

# patience NAME: what one call may take; a reader of traces has its own alarm
patience()
{
	case $1 in
	trace) echo $reader_s ;;
	*) echo $call_s ;;
	esac
}

# fuzz_one NAME FOLDER OPTION...: new inputs go to the folder
fuzz_one()
{
	local name=$1 grown=$2

	shift 2
	mkdir -p "$grown" "$out/found"
	words > "$out/words"
	# shellcheck disable=SC2046	# a list of folders
	"$out/fuzz_$name" -artifact_prefix="$out/found/$name-" \
		-timeout="$(patience "$name")" \
		-rss_limit_mb=$memory_mib -dict="$out/words" -close_fd_mask=1 \
		-max_len=32768 "$@" "$grown" $(seeds "$name")
}

replay()
{
	# shellcheck disable=SC2046	# a list of folders
	find $(seeds "$1") -type f -print0 |
		xargs -0 timeout $check_s "$out/fuzz_$1"
}

# What no other kept input reaches, of small inputs.
keep_one()
{
	local file

	mkdir -p "$out/small/$1"
	find "$out/corpus/$1" -type f -size "-$((keep_kib * 2))" -exec cp -t "$out/small/$1" {} +
	"$out/fuzz_$1" -set_cover_merge=1 -close_fd_mask=1 "$here/corpus/$1" "$out/small/$1" || return
	for file in "$here/corpus/$1"/*; do
		[[ ${file##*/} == *.* ]] || mv "$file" "$file.bin"
	done
}

run_one()
{
	case $mode:$has_fuzzer in
	check:yes)
		# Always from the same inputs on: in a fresh folder.
		rm -rf "$out/checked/$1"
		fuzz_one "$1" "$out/checked/$1" -seed=1 -runs=$runs \
			-max_total_time=$check_s
		;;
	check:*) replay "$1" ;;
	fuzz:yes) fuzz_one "$1" "$out/corpus/$1" -max_total_time="$fuzz_s" ;;
	keep:yes) keep_one "$1" ;;
	*)
		echo "libFuzzer is missing: install clang and libclang-rt-dev"
		return 1
		;;
	esac
}

[ "$has_fuzzer" = yes ] || echo "# no libFuzzer here: the kept inputs alone"
for name; do
	if run_one "$name" > "$out/$name.log" 2>&1; then
		echo "fuzz: ok $name: $(grep -aE '^#[0-9]+.*DONE|files$|^Done' "$out/$name.log" | tail -n 1 | tr -s '\t ' ' ')"
		passed=$((passed + 1))
	else
		echo "fuzz: not ok $name"
		tail -n 40 "$out/$name.log" | sed 's/^/# /'
		failed=$((failed + 1))
	fi
done
echo "unit (fuzz): $passed passed, $failed failed, 0 skipped"
((failed == 0))
