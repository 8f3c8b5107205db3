#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# run.sh TEST...: runs tests one after the other, nested KTAP, as kselftest's
# runner does. Exit: 0 none failed, 1 one did.

cd "$(dirname "$0")" || exit 1
limit=$(sed -n 's/^timeout=//p' settings)
failed=0 number=0

echo "KTAP version 1"
echo "1..$#"
for test; do
	number=$((number + 1))
	timeout "$limit" "./$test" < /dev/null | sed 's/^/    /'
	case ${PIPESTATUS[0]} in
	0) echo "ok $number $test" ;;
	4) echo "ok $number $test # SKIP" ;;
	124) echo "not ok $number $test # TIMEOUT $limit seconds"; failed=1 ;;
	*) echo "not ok $number $test"; failed=1 ;;
	esac
done
exit $failed
