#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# A FIFO loop lets starved threads in after a second, and only then.

. "$(dirname "$0")/hkj.sh"

# From 6.12 on the kernel's fair server may be first to let a starved task in.
has_fair_server()
{
	[ -d /sys/kernel/debug/sched/fair_server ]
}

fifo_again()
{
	chrt -p "$(pgrep -x "hkjitter/$target")" | grep -q SCHED_FIFO
}

# How often a thread has run on the target.
threads()
{
	sed -nE 's/^thread [0-9]+ ".*" [^ ]+ ([0-9]+) .*/\1/p' "$D/cpu$target/sources" |
		awk '{ n += $1 } END { print n + 0 }'
}

begin 9
borrow /proc/sys/kernel/sched_rt_runtime_us -1
put policy fifo:10 > /dev/null
put duration_ms 0 > /dev/null
check_equal "start" ok "$(put run 1)"
sleep 3
# On RT, a kernel thread of the target's may have had something to do meanwhile.
nr_reliefs=$(cat "$C/nr_reliefs")
check_range "nobody waits: no relief" 0 "$(threads)" "$nr_reliefs"
check "a task bound to the target gets through" timeout 20 taskset -c "$target" true
if has_fair_server; then
	check_range "by a relief, if not by the fair server" 0 30 "$(cat "$C/nr_reliefs")"
else
	check_range "by a relief" 1 30 "$(cat "$C/nr_reliefs")"
fi
check "the loop is FIFO again" wait_for 5 fifo_again
check "works queued to every CPU get through" timeout 30 cat /proc/sys/vm/stat_refresh
check_equal "stop" ok "$(put run 0)"
check "the books balance" books_balance
end
