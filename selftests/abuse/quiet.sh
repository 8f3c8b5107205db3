#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The last test of a boot: the kernel has had nothing to say since it booted, and
# nothing that was allocated is lost.

. "$(dirname "$0")/abuse.sh"

# What a kernel with checkers says, beside the words of any kernel.
reports='KASAN|KCSAN|UBSAN|ODEBUG|kmemleak: [1-9]|possible (circular|recursive|irq)|suspicious RCU|INFO: trying to register'

no_report()
{
	local bad

	bad=$(dmesg | late_ticks | grep -E "$bad_words|$reports")
	[ -z "$bad" ] && return
	printf '%s\n' "$bad" | sed 's/^/# kernel log: /'
	return 1
}

begin 3
check "no report since the kernel booted" no_report
unload
check_no_leak
end
