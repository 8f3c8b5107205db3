# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the abuse tests share. Each of them counts what it does; how often is set by
# a variable, whose default fits into a minute, and which check-deep sets.

# shellcheck source=selftests/hkj.sh
. "$(dirname "${BASH_SOURCE[0]}")/../hkj.sh"

leaks=/sys/kernel/debug/kmemleak

# Whatever state the module is in, it can be stopped, and measures again.
works_again()
{
	load || return 1
	reset_config
	run_session 20 && books_balance && [ "$(get last_error)" = "" ]
}

is_over()
{
	is_state done || is_state idle
}

no_thread_left()
{
	! pgrep 'hkjitter/' > /dev/null
}

# The target's directory is there for a session's results, and for nothing else.
files_fit_state()
{
	case $(get state) in
	idle) [ ! -e "$C" ] && [ ! -e "$D/cpu$target" ] ;;
	done | running) [ -d "$C" ] ;;
	*) return 1 ;;
	esac
}

switch_cpu()
{
	timeout 60 sh -c "echo $2 > /sys/devices/system/cpu/cpu$1/online" 2> /dev/null
}

# Everything that can be read, once.
read_all()
{
	cat "$S"/* "$S"/cpu*/* "$D"/cpu*/* > /dev/null 2>&1
	dd if=/dev/hkjitter of=/dev/null bs=1M count=1 2> /dev/null
	return 0
}

# The memory that nothing points to any more. What was just freed or handed over
# may look lost for a moment: it has to be so twice, some seconds apart.
leaked()
{
	echo scan > "$leaks"
	sleep 6
	echo scan > "$leaks"
	cat "$leaks"
}

# no_leak: of ours, or asked for by us: what is lost has us on its stack.
no_leak()
{
	local found

	found=$(leaked)
	grep -q hkj <<< "$found" || return 0
	printf '%s\n' "$found" | head -n 60 | sed 's/^/# leak: /'
	return 1
}

# check_no_leak: skipped where the kernel does not look.
check_no_leak()
{
	if [ -w "$leaks" ]; then
		check "nothing is leaked" no_leak
	else
		check_skip "nothing is leaked" "kmemleak"
	fi
}
