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

# session: one that lasts until a work has run on the target, however slow the
# machine is.
session()
{
	put duration_ms 0 > /dev/null
	[ "$(put run 1)" = ok ] && cat /proc/sys/vm/stat_refresh > /dev/null &&
		[ "$(put run 0)" = ok ] && is_state "done"
}

# Each part begins within the gap that follows it, is no longer than that, and
# there are as many as the gap says: all as printed, to the nanosecond.
parts_lie_in_gaps()
{
	awk '
	function value(name,	text) {
		match($0, " " name "=[0-9]+")
		text = substr($0, RSTART, RLENGTH)
		return substr(text, length(name) + 3) + 0
	}
	/ part:/ { start[nr] = value("start_ns"); net[nr] = value("net_ns"); part[nr++] = $0 }
	/ gap:/ {
		begin = value("start_ns")
		end = begin + value("duration_ns")
		is_bad = value("parts") != nr
		for (i = 0; i < nr; i++)
			if (start[i] < begin || start[i] > end || net[i] > end - begin)
				is_bad = 1
		for (i = 0; is_bad && i < nr; i++)
			print "# " part[i]
		if (is_bad)
			print "# " $0
		bad += is_bad
		seen += nr
		nr = 0
	}
	END {
		if (!seen)
			print "# no gap holds a part"
		exit bad || nr || !seen
	}' "$dir/trace"
}

with_trace_cmd()
{
	export S
	trace-cmd record -q -e hkjitter -o "$dir/trace.dat" \
		sh -c 'echo 1 > $S/run; cat /proc/sys/vm/stat_refresh; echo 0 > $S/run' > "$dir/record" 2>&1 &&
		trace-cmd report "$dir/trace.dat" > "$dir/report" 2> "$dir/errors"
}

# Whom the work's part names as asker is told from a cache that may lose it: then
# "?" is printed, and another recording is asked. A wrong name fails at once.
names_the_work()
{
	local line i

	for i in 1 2 3; do
		line=$(grep -E 'part: .*work .* refresh_vm_stats ' "$dir/report" | head -n 1)
		[[ $line != *" by cat:"* ]] || return 0
		note "recording $i: ${line:-no work among $(grep -c . "$dir/report") lines}"
		[[ -z $line || $line == *" by ?:"* ]] || return 1
		with_trace_cmd || return 1
	done
	return 1
}

begin 10
trap restore EXIT
check "the events are there" trace_on
check "a session with a work on the target" session
echo 0 > "$I/tracing_on"
cat "$I/per_cpu/cpu$target/trace" > "$dir/trace"
check_equal "the trace lost nothing" 0 \
	"$(awk '/^(overrun|dropped events):/ { n += $NF } END { print n }' "$I/per_cpu/cpu$target/stats")"
check_equal "an event for each gap" "$(figure nr_gaps)" "$(events gap)"
check_equal "an event for each unexplained one" "$(figure nr_unexplained)" "$(events unexplained)"
check "parts lie within their gaps" parts_lie_in_gaps
check "the books balance" books_balance
if command -v trace-cmd > /dev/null; then
	check "trace-cmd records and reports them" with_trace_cmd
	check "trace-cmd names a work and who queued it" names_the_work
else
	check_skip "trace-cmd records and reports them" "trace-cmd"
	check_skip "trace-cmd names a work and who queued it" "trace-cmd"
fi
end
