#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# HKJ_FUZZ_TRIES operations with random and structured input on every file of the
# module (fuzz_files.c): nothing is taken that the ABI does not document, and the
# module is as well as before. HKJ_FUZZ_SEED repeats a run.

. "$(dirname "$0")/abuse.sh"

nr_tries=${HKJ_FUZZ_TRIES:-20000}
seed=${HKJ_FUZZ_SEED:-$(date +%s)}

fuzz()
{
	note "seed $seed"
	run_session 20 && "$BIN/fuzz_files" "$nr_tries" "$seed" | tee "$log"
	[ "${PIPESTATUS[0]}" -eq 0 ]
}

# Some of each kind, or the fuzzer fuzzes nothing.
all_kinds_tried()
{
	[ "$(awk '$3 == "taken" { print $2 }' "$log" | wc -l)" -eq 7 ] &&
		grep -qE '^# store +taken [1-9]' "$log" &&
		grep -qE '^# device-read +taken [1-9]' "$log" &&
		grep -qE '^# mmap +taken 0' "$log"
}

log=$(mktemp)
begin 5
check "$nr_tries tries" fuzz
check "every kind was tried, and none may map a file" all_kinds_tried
check "a session is as good as any" works_again
check_no_leak
rm -f "$log"
end
