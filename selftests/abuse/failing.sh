#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Every allocation of loading, of a start, of a write and of a read is made to
# fail, one after the other, and so is every copy from and to the caller: the call fails with a clear error or does without,
# nothing is left of it, and the next one works. Needs a kernel with fault
# injection (check-deep has one).

. "$(dirname "$0")/abuse.sh"

fail_nth=$BIN/fail_nth
debug=/sys/kernel/debug
nr_max=4000	# a limit for a count that ends by itself

[ -e /proc/self/fail-nth ] || ktap_skip_all "a kernel with FAULT_INJECTION, FAILSLAB and FAIL_PAGE_ALLOC"

# Allocations that may sleep and those of single pages fail, too.
set_up()
{
	local room

	for room in failslab fail_page_alloc fail_usercopy; do
		borrow "$debug/$room/ignore-gfp-wait" N
		borrow "$debug/$room/verbose" 0
	done
	borrow "$debug/fail_page_alloc/ignore-gfp-highmem" N
	borrow "$debug/fail_page_alloc/min-order" 0
}

symbol()
{
	awk -v name="$1" '$3 == name { print "0x" $1; exit }' /proc/kallsyms
}

# below FIRST LAST: those alone count that come from this code, in its callees too.
below()
{
	local room

	for room in failslab fail_page_alloc fail_usercopy; do
		borrow "$debug/$room/require-start" "$1"
		borrow "$debug/$room/require-end" "$2"
	done
}

# each WHAT AFTER OPERATION...: until there is no Nth allocation any more. AFTER is
# called with the result, and fails if something is not as it should be.
each()
{
	local what=$1 after=$2 nth how result

	shift 2
	for ((nth = 1; nth <= nr_max; nth++)); do
		read -r how result < <("$fail_nth" "$nth" "$@")
		[ -n "$how" ] || return 1
		if ! "$after" "$result"; then
			note "$what: allocation $nth, result $result, state '$(get state)', last_error '$(get last_error)'"
			return 1
		fi
		[ "$how" = failed ] || break
	done
	nr_failed=$((nth - 1))
	note "$what: each of $nr_failed allocations failed once, the last call: $result"
	[ "$result" = ok ] && [ "$nr_failed" -gt 0 ] && [ "$nth" -lt "$nr_max" ]
}

after_load()
{
	case $1 in
	ok) is_loaded && unload ;;
	ENOMEM) ! is_loaded ;;
	*) false ;;
	esac && [ ! -e "$S" ] && [ ! -e "$D" ] && [ ! -e /dev/hkjitter ]
}

load_fails()
{
	unload
	below "$(symbol do_one_initcall)" "$(printf '0x%x' $(($(symbol do_one_initcall) + 0x1000)))"
	each load after_load load "$HKJ_MODULE"
}

# One that works in spite of it is stopped.
after_start()
{
	case $1 in
	ok) is_state running && [ "$(put run 0)" = ok ] && books_balance ;;
	ENOMEM | EFAULT) is_state done || is_state idle ;;
	*) false ;;
	esac && no_thread_left && files_fit_state
}

start_fails()
{
	each "start" after_start write "$S/run" 1
}

# Whoever asked gets the answer, or why there is none.
after_call()
{
	[[ $1 =~ ^(ok|ENOMEM|EFAULT)$ ]]
}

writes_fail()
{
	local pair

	for pair in cpus=isolated threshold_ns=700 policy=fifo:3 initiators=0; do
		each "write $pair" after_call write "$S/${pair%%=*}" "${pair#*=}" || return 1
	done
}

reads_fail()
{
	local file

	for file in "$C/nr_gaps" "$S/isolated" "$S/cpus" "$D/cpu$target"/*; do
		each "read ${file##*/}" after_call read "$file" || return 1
	done
}

device_fails()
{
	each "snapshot" after_call snapshot /dev/hkjitter "$target" &&
		each "details" after_call details /dev/hkjitter "$target"
}

begin 10
set_up
check "writes of settings" writes_fail
reset_config
put duration_ms 0 > /dev/null
check "the first start" start_fails
check "a start that replaces results" start_fails
check "it measures again" works_again
check "reads of files" reads_fail
check "reads of the device" device_fails
check "loading" load_fails
check "it loads and measures again" works_again
check_no_leak
end
