#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# trace.sh [MIB]: how fast "hkjitter report --trace" is through with a large
# trace file, beside "trace-cmd report". The file is made (1 GiB if not told
# otherwise), read once to have it in memory, then reported by both. Rates are the
# whole file's: hkjitter reads no more of it than the pages around the longest
# gaps. Fails if it is not three times as fast.

set -u

. "$(dirname "${BASH_SOURCE[0]}")/../scripts/env.sh"

mib=${1:-1024}
tool=$HKJ_ROOT/build/user/hkjitter
dir=$(mktemp -d "${TMPDIR:-/var/tmp}/hkjitter-trace.XXXXXX") || die "no room for a temporary folder"
trap 'rm -rf "$dir"' EXIT

# seconds COMMAND...: how long it takes; what it prints goes to $dir/printed
seconds()
{
	local start=$EPOCHREALTIME

	"$@" > "$dir/printed" 2> /dev/null || die "failed: $*"
	awk -v start="$start" -v end="$EPOCHREALTIME" 'BEGIN { print end - start }'
}

# line NAME SECONDS
line()
{
	awk -v name="$1" -v s="$2" -v bytes="$bytes" -v events="$events" 'BEGIN {
		printf "%-26s %9.3f s %9.1f MiB/s %12.0f events/s\n", name, s, bytes / 1048576 / s, events / s }'
}

"$HKJ_ROOT/scripts/setup.sh" build vm check || exit
make -s -C "$HKJ_ROOT/user" > /dev/null || die "the tool does not build"
make -s -C "$HKJ_ROOT/tests/unit" build-plain > /dev/null || die "the tests do not build"
events=$("$HKJ_ROOT/build/unit/plain/make_trace" "$dir" "$mib") || die "cannot make a trace of $mib MiB"
bytes=$(stat -c %s "$dir/trace.dat")
cat "$dir/trace.dat" > /dev/null
theirs=$(seconds trace-cmd report "$dir/trace.dat")
printed=$(grep -c '\[0' "$dir/printed")
[ "$printed" -eq "$events" ] || die "trace-cmd report printed $printed of $events events"
ours=$(seconds "$tool" report "$dir/result.json" --trace "$dir/trace.dat")
grep -q 'trace of the longest gaps' "$dir/printed" || die "no events were found"
echo "trace file: $bytes bytes, $events events; 20 gaps"
line "trace-cmd report" "$theirs"
line "hkjitter report --trace" "$ours"
awk -v ours="$ours" -v theirs="$theirs" 'BEGIN {
	printf "%.0f times as fast (wanted: more than 3)\n", theirs / ours
	exit !(theirs / ours > 3) }'
