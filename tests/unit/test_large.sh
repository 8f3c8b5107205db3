#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# test_large.sh: a result of 512 CPUs with 200 sources each is reported within
# memory and time, and two of them are merged. The limit of time is several times
# what it takes, so that only what grows faster than the result breaks it.

set -u

tool=${UNIT_BUILD:?}/user/hkjitter
room=$(mktemp -d) || exit 1
trap 'rm -rf "$room"' EXIT
nr=0 failed=0

# ok NAME RC
ok()
{
	nr=$((nr + 1))
	if (($2)); then
		failed=1
		echo "not ok $nr - $1"
	else
		echo "ok $nr - $1"
	fi
}

# within MIB ARGUMENT...: the tool with so much address space, and 10 s of CPU
within()
{
	(ulimit -v $(($1 * 1024)) -t 10 && shift && timeout -k 5 100 "$tool" "$@")
}

# limited ARGUMENT...: what one result needs
limited()
{
	within 200 "$@"
}

"$UNIT_BUILD/make_big" 512 200 > "$room/large.json"
ok "the result is made" $?
limited report "$room/large.json" > "$room/large.txt"
ok "text" $?
grep -q '^CPU 511$' "$room/large.txt"
ok "text has all CPUs" $?
for form in --html --csv=sources --perfetto --openmetrics; do
	limited report "$room/large.json" $form -o "$room/large.out"
	ok "$form" $?
done
[ "$(limited report "$room/large.json" --csv=sources | wc -l)" -eq $((512 * 200 + 1)) ]
ok "the table has all sources" $?
limited report "$room/large.json" --json | cmp -s - "$room/large.json"
ok "read and written, it is the same" $?

# Both are in memory as a whole, and what becomes of them.
"$UNIT_BUILD/make_big" 512 200 2 > "$room/other.json"
ok "another run is made" $?
within 450 merge "$room/large.json" "$room/other.json" -o "$room/both.json" \
	> "$room/large.txt"
ok "two runs are merged" $?
limited report "$room/both.json" --csv=cpus > "$room/large.out"
ok "the merged one is read" $?
[ "$(wc -l < "$room/large.out")" -eq 513 ]
ok "it has each CPU once" $?
echo "1..$nr"
exit $failed
