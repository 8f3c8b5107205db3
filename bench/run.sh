#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# run.sh: instruction-exact benchmarks, in one boot of 6.12 under the emulator's
# exact clock, where one instruction is one nanosecond. Prints a table, and
# leaves it in out/bench. Figures repeat to the digit.

set -u

. "$(dirname "${BASH_SOURCE[0]}")/../scripts/env.sh"

out=$HKJ_ROOT/out/bench

"$HKJ_ROOT/scripts/setup.sh" build vm || exit
mkdir -p "$out"
"$HKJ_ROOT/scripts/modules.sh" build --kernel 6.12 HKJ_TESTS=1 > "$out/build.log" 2>&1 ||
	die "the modules do not build: see $out/build.log"
make -s -C "$HKJ_ROOT/selftests" >> "$out/build.log" 2>&1 ||
	die "the programs do not build: see $out/build.log"
"$HKJ_ROOT/tests/vm/boot.sh" --kernel 6.12 --exact --out "$out" --job table=bench/guest.sh >&2 ||
	die "the benchmark failed: see $out/table.log"
cat "$out/table.log"
