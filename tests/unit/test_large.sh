#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# test_large.sh: a result of 512 CPUs with 200 sources each is reported within
# memory and time. The limit of time is several times what it takes, so that
# only what grows faster than the result breaks it.

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

# limited ARGUMENT...: the tool with 200 MiB of address space and 10 s of CPU
limited()
{
	(ulimit -v $((200 * 1024)) -t 10 && timeout -k 5 100 "$tool" "$@")
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
echo "1..$nr"
exit $failed
