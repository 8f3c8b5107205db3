#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# run.sh DIRECTORY TEST...: runs unit tests, shows their TAP, adds them up.
# Ends with "N passed, N failed, N skipped"; the exit code is 1 if any failed.

set -u

directory=$1
shift

readonly limit_s=120
passed=0 failed=0 skipped=0

# Lines that begin so; cmocka calls what was skipped "not ok N # SKIP".
count() {
	grep -v '# SKIP' "$2" | grep -c "$1"
}

# A program that was killed or ended early has failed, whatever it printed.
run_one() {
	local name=$1 log="$directory/$1.tap" status

	timeout -k 5 "$limit_s" "$directory/$name" >"$log" 2>"$log.err"
	status=$?
	sed "s|^|$name: |" "$log"
	passed=$((passed + $(count '^ok' "$log")))
	failed=$((failed + $(count '^not ok' "$log")))
	skipped=$((skipped + $(grep -c '# SKIP' "$log")))
	if ((status)) || ! grep -q '^1\.\.[1-9]' "$log"; then
		sed "s|^|$name: |" "$log.err"
		(($(count '^not ok' "$log"))) || failed=$((failed + 1))
		echo "$name: ended with status $status"
	fi
}

export UNIT_BUILD=$directory
UNIT_DATA=$(cd "$(dirname "$0")/data" && pwd) && export UNIT_DATA
export ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1
for name in "$@"; do
	run_one "$name"
done
echo "unit ($(basename "$directory")): $passed passed, $failed failed, $skipped skipped"
((failed == 0))
