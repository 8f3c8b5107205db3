#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Names of what a session has met: right, even if the module that it was goes away
# while the session runs, and comes back; workqueues and threads by what they are.

. "$(dirname "$0")/hkj.sh"

COUNT=20

inject=$(dirname "${HKJ_MODULE:-/}")/hkj_inject.ko
fire=/sys/kernel/debug/hkj_inject/fire
dir=$(mktemp -d)

# shellcheck disable=SC2016	# that bash's variables
fire()
{
	bash -c 'echo "$1" > "$0"' "$fire" "$1 $target $COUNT 20000 2000"
}

again()
{
	rmmod hkj_inject && insmod "$inject" && fire work && rmmod hkj_inject
}

# count CLASS FUNCTION NAME: interruptions of that source, all rows of it.
count()
{
	awk -v class="$1" -v function_="$2" -v name="\"$3\"" '
		$1 == class && $3 == name && $4 == function_ { n += $5 }
		END { print n + 0 }' "$dir/sources"
}

# asked CLASS FUNCTION COMM ASKER: interruptions of that source asked for by them;
# COMM may be left out, then ASKER is: by anybody.
asked()
{
	awk -v class="$1" -v function_="$2" -v comm="\"$3\"" -v asker="$4" '
		!/^\t/ { is_it = $1 == class && $4 == function_ }
		/^\t<-/ && is_it && (asker == "" || ($2 == comm && $5 == asker)) { n += $6 }
		END { print n + 0 }' "$dir/sources"
}

# Some may have been forgotten, see initiator.c; none is another one's.
is_asked()
{
	local nr

	nr=$(asked "$2" "$3" "$4" "$5")
	[ "$nr" -ge $(($1 / 2)) ] && [ "$nr" -eq "$(asked "$2" "$3")" ]
}

# An address in place of a name.
nameless()
{
	grep -E '(^| )(0x)?[0-9a-f]{16}( |$)' "$dir/sources"
}

# A function that has no name any more when it is looked up: it was there while its
# module was loaded, and no longer.
gone()
{
	insmod "$inject" init_cpu="$target" && rmmod hkj_inject
}

# A task that runs on the target is moved away: the target's migration thread does
# it, unless the task only waits there, beside the loop, at that moment. One of ten
# runs.
migrate()
{
	local i

	for i in {1..10}; do
		"$BIN/second" "$target" 20000 &
		sleep 0.1"$i"
		taskset -cp 0 $! > /dev/null
		kill $! || return
		wait $! 2> /dev/null
	done
	return 0
}

begin 15
rmmod hkj_inject 2> /dev/null
insmod "$inject" || ktap_skip_all "the module hkj_inject cannot be loaded"
put duration_ms 0 > /dev/null
check_equal "start" ok "$(put run 1)"
check "works" fire work
check "timers" fire timer
check "the module goes away, comes back, and goes" again
check "a function is gone before it is named" gone
check "a task is moved from the target" migrate
check_equal "stop" ok "$(put run 0)"
cat "$D/cpu$target/sources" > "$dir/sources"
check_equal "works by function and workqueue" $((2 * COUNT)) "$(count work inject_work_fn hkj_inject_wq)"
check "who queued them" is_asked $((2 * COUNT)) work inject_work_fn bash post_work
check "who armed the timers" is_asked $COUNT timer inject_timer_fn bash post_timer
check_equal "no name is an address" "" "$(nameless)"
check_range "the function that is gone has none" 1 99 \
	"$(($(count ipi "?" "") + $(count ipi inject_init_fn "")))"
check "the migration thread by its function" test "$(count thread cpu_stopper_thread "migration/$target")" -ge 1
check "the books balance" books_balance
rm -rf "$dir"
end
