# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# KTAP for test scripts: one line a check, the plan held against what ran.
#
#	ktap_plan 3
#	check "a thing is so" test -e thing
#	ktap_end
#
# Exit codes as in kselftest: 0 all passed, 1 failed, 4 skipped.

ktap_planned=0
ktap_passed=0
ktap_failed=0
ktap_skipped=0

ktap_plan()
{
	ktap_planned=$1
	echo "KTAP version 1"
	echo "1..$ktap_planned"
}

ktap_number()
{
	echo $((ktap_passed + ktap_failed + ktap_skipped + 1))
}

# Shown below the next failing check.
note()
{
	echo "# $*"
}

# check NAME COMMAND...: passes if the command does.
check()
{
	local name=$1 number

	shift
	number=$(ktap_number)
	if "$@"; then
		echo "ok $number $name"
		ktap_passed=$((ktap_passed + 1))
	else
		echo "# failed: $*"
		echo "not ok $number $name"
		ktap_failed=$((ktap_failed + 1))
	fi
}

# check_equal NAME WANT GOT
check_equal()
{
	[ "$2" = "$3" ] || echo "# wanted '$2', got '$3'"
	check "$1" test "$2" = "$3"
}

# check_range NAME LOW HIGH GOT: whole numbers.
check_range()
{
	[[ $4 =~ ^-?[0-9]+$ ]] && [ "$4" -ge "$2" ] && [ "$4" -le "$3" ] ||
		echo "# wanted $2 to $3, got '$4'"
	check "$1" in_range "$2" "$3" "$4"
}

in_range()
{
	[[ $3 =~ ^-?[0-9]+$ ]] && [ "$3" -ge "$1" ] && [ "$3" -le "$2" ]
}

# check_skip NAME WHY: says what is missing; never counts as passed.
check_skip()
{
	echo "ok $(ktap_number) $1 # SKIP $2"
	ktap_skipped=$((ktap_skipped + 1))
}

# ktap_skip_all WHY
ktap_skip_all()
{
	echo "KTAP version 1"
	echo "1..0 # SKIP $1"
	exit 4
}

ktap_end()
{
	local ran=$((ktap_passed + ktap_failed + ktap_skipped))

	if [ "$ran" -ne "$ktap_planned" ]; then
		echo "# planned $ktap_planned checks, ran $ran"
		ktap_failed=$((ktap_failed + 1))
	fi
	echo "# Totals: pass:$ktap_passed fail:$ktap_failed skip:$ktap_skipped"
	[ "$ktap_failed" -eq 0 ] || exit 1
	[ "$ktap_passed" -gt 0 ] || exit 4
	exit 0
}
