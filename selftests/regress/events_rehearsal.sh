#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Calibration rehearses what recording a gap costs; its made-up parts were
# written to the trace as if they had been seen.

. "$(dirname "$0")/../hkj.sh"

I=$T/instances/hkj_rehearsal

begin 4
mkdir -p "$I"
check "events are on" eval "echo 1 > $I/events/hkjitter/enable"
check "a session" run_session 100
check_equal "no event from before the window" 0 \
	"$(grep -c ' part:.*start_ns=0 ' "$I/per_cpu/cpu$target/trace")"
echo 0 > "$I/events/hkjitter/enable"
rmdir "$I"
end
