#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Probes on the code that runs in the kernel's own patching IPI were patched in
# and out with each session; under parallel emulation a CPU ran into a breakpoint
# that was gone. They now stay from the first session to the module's end.

. "$(dirname "$0")/../hkj.sh"

sessions()
{
	local i

	for ((i = 0; i < 20; i++)); do
		run_session 10 || return 1
	done
}

begin 4
check "20 sessions in a row" sessions
check "the books balance" books_balance
check "the module goes, with what it kept" unload
end
