#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# A clock that the kernel finds unstable during a run: told, and no proof any more.
# The next session takes another clock. Nothing brings the first one back but a
# boot, so that this comes last.
#
# HKJ_TOOL is the tool; found in PATH if unset.

. "$(dirname "$0")/hkj.sh"

tool=${HKJ_TOOL:-$(command -v hkjitter)}
dir=$(mktemp -d)

# run NAME SCRIPT
run()
{
	"$tool" run -c "$target" -q -o "$dir/$1.json" -- \
		bash -c "$(declare -f fire); target=$target; $2" &&
		"$tool" report "$dir/$1.json" > "$dir/$1.txt"
}

kind()
{
	value "$dir/$1.json" "['cpus'][0]['clock']['kind']"
}

command -v python3 > /dev/null || ktap_skip_all "no python3"
[ "$(uname -m)" = x86_64 ] || ktap_skip_all "no TSC to be doubted"
# What the kernel says of such a clock is meant here.
bad_words=${bad_words%|clocksource*}
begin 10
load_injector
[ "$(get clock)" = cycles ] || ktap_skip_all "the TSC is doubted already: boot again"
check "a run that doubts the clock half way" run doubt "sleep 0.3; fire tsc_unstable 1; sleep 0.3"
check_equal "it had the cycle counter" cycles "$(kind doubt)"
check_equal "the doubt is counted" 1 "$(value "$dir/doubt.json" "['cpus'][0]['lost']['clock_unstable']")"
check_equal "in sysfs as well" 1 "$(cat "$C/clock_is_doubtful")"
check_equal "it is not complete" False "$(value "$dir/doubt.json" "['run']['verdict']['is_complete']")"
check "the report says why" grep -q "found the clock unstable" "$dir/doubt.txt"
check "another run" run next "sleep 0.5"
check_equal "it has another clock" sched "$(kind next)"
check "it balances its books" books_balance
rm -rf "$dir"
end
