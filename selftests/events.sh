#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The trace events say what the books say, and trace-cmd can read them.

. "$(dirname "$0")/hkj.sh"

I=$T/instances/hkj_events
dir=$(mktemp -d)

restore()
{
	local rc=$?

	rmdir "$I" 2> /dev/null
	rm -rf "$dir"
	(exit "$rc")
	finish
}

trace_on()
{
	mkdir -p "$I" && echo 16384 > "$I/buffer_size_kb" &&
		echo 1 > "$I/events/hkjitter/enable"
}

# events NAME: how many of it the target's trace holds
events()
{
	grep -c " $1:" "$dir/trace"
}

# figure NAME: of the target's record
figure()
{
	"$BIN/books" "$target" | sed -n "s/^$1=//p"
}

with_trace_cmd()
{
	trace-cmd record -q -e hkjitter -o "$dir/trace.dat" \
		sh -c "echo 1 > $S/run; cat /proc/sys/vm/stat_refresh; sleep 5" > "$dir/record" 2>&1 &&
		trace-cmd report "$dir/trace.dat" > "$dir/report" 2> "$dir/errors"
}

names_the_work()
{
	grep -q 'part: .*work .* refresh_vm_stats .* by cat:' "$dir/report"
}

begin 10
trap restore EXIT
check "the events are there" trace_on
put duration_ms 300 > /dev/null
check_equal "start" ok "$(put run 1)"
cat /proc/sys/vm/stat_refresh > /dev/null
check "a session of 300 ms" wait_for 20 is_state done
echo 0 > "$I/tracing_on"
cat "$I/per_cpu/cpu$target/trace" > "$dir/trace"
check_equal "the trace lost nothing" 0 \
	"$(awk '/^(overrun|dropped events):/ { n += $NF } END { print n }' "$I/per_cpu/cpu$target/stats")"
check_equal "an event for each gap" "$(figure nr_gaps)" "$(events gap)"
check_equal "an event for each unexplained one" "$(figure nr_unexplained)" "$(events unexplained)"
check "the books balance" books_balance
if command -v trace-cmd > /dev/null; then
	put duration_ms 4000 > /dev/null
	check "trace-cmd records and reports them" with_trace_cmd
	check "trace-cmd names a work and who queued it" names_the_work
else
	check_skip "trace-cmd records and reports them" "trace-cmd"
	check_skip "trace-cmd names a work and who queued it" "trace-cmd"
fi
end
