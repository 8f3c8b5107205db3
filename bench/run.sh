#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# run.sh [KERNEL]: instruction-exact benchmarks, in one boot under the emulator's
# exact clock, where one instruction is one nanosecond. The kernel is "perf" unless
# told: Debian's 6.12 source with the tracers that Debian leaves out, compiled
# first, once. Prints tables, and leaves them in out/bench.

set -u

. "$(dirname "${BASH_SOURCE[0]}")/../scripts/env.sh"

kernel=${1:-perf}
out=$HKJ_ROOT/out/bench

parts=(build vm)
[[ $kernel != perf ]] || parts+=(kernel)
"$HKJ_ROOT/scripts/setup.sh" "${parts[@]}" || exit
mkdir -p "$out"
"$HKJ_ROOT/scripts/modules.sh" build --kernel "$kernel" HKJ_TESTS=1 > "$out/build.log" 2>&1 ||
	die "the modules do not build: see $out/build.log"
# The tick stays on, to be measured.
"$HKJ_ROOT/tests/vm/boot.sh" --kernel "$kernel" --exact --cpus 3 --isolate 1 \
	--append "nohz=off skew_tick=1" --out "$out" --job-timeout 600 --job figures=bench/guest.sh >&2 ||
	die "the benchmark failed: see $out/figures.log"
awk -f "$HKJ_ROOT/bench/table.awk" "$out/figures.log" | tee "$out/table"
