#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Where the scheduler asks lazily (PREEMPT_LAZY, in Debian's 6.12-rt as well), a
# loop that looked at the other flag alone kept an ordinary task waiting for a
# second each time it woke up.

. "$(dirname "$0")/../hkj.sh"

SLEEPS=20

# Wakes up SLEEPS times on the target; a second each would be over the limit.
sleeper()
{
	timeout 15 taskset -c "$target" bash -c "
		for ((i = 0; i < $SLEEPS; i++)); do read -t 0.01 <> <(:); done; true"
}

begin 5
put policy other > /dev/null
put duration_ms 0 > /dev/null
check_equal "start" ok "$(put run 1)"
check "a task that sleeps $SLEEPS times is let in each time" sleeper
check_equal "stop" ok "$(put run 0)"
check "the books balance" books_balance
end
