# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the tests share: the module's files, sessions, the kernel log.
#
# Environment: HKJ_MODULE (path of hkjitter.ko; modprobe finds it if unset),
# HKJ_BIN (folder of the test programs; next to the scripts if unset).

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
# shellcheck source=selftests/ktap.sh
. "$here/ktap.sh"

S=/sys/kernel/hkjitter
D=/sys/kernel/debug/hkjitter
T=/sys/kernel/tracing
BIN=${HKJ_BIN:-$here}

target=$(sed 's/[-,].*//' /sys/devices/system/cpu/isolated)
C=$S/cpu$target

# Words of a kernel that is not well.
bad_words='WARNING:|BUG:|BUG |Oops|INFO: task|INFO: rcu|\bstall|lockup|Call Trace|general protection|possible .* detected|hung|clocksource: .*unstable'

nr_marks=0

# May be called again: what was said until then does not count.
log_mark()
{
	log_token="hkjitter selftest $0 $$ $((++nr_marks))"
	echo "$log_token" > /dev/kmsg
}

# late_ticks: drops, from a log, the warning that the once-a-second remote tick of
# a nohz_full CPU came more than 3 s late. It is made on a housekeeping CPU, and
# says that nobody let that one run: the host of a virtual machine, in tests.
late_ticks()
{
	awk '
	/\[ cut here \]/ { is_in = 1; text = "" }
	is_in { text = text $0 "\n" }
	is_in && /WARNING: .* sched_tick_remote/ { is_late = 1 }
	is_in && /\[ end trace / {
		if (!is_late)
			printf "%s", text
		is_in = is_late = 0
		next
	}
	!is_in
	END { if (is_in) printf "%s", text }'
}

# Passes if the kernel has complained about nothing since log_mark.
log_is_clean()
{
	local bad

	if ! dmesg | grep -qF "$log_token"; then
		note "the log has lost its beginning: too much was written to it"
		return 1
	fi
	bad=$(dmesg | awk -v token="$log_token" 'found; index($0, token) { found = 1 }' |
		late_ticks | grep -E "$bad_words")
	[ -z "$bad" ] && return
	printf '%s\n' "$bad" | sed 's/^/# kernel log: /'
	return 1
}

is_loaded()
{
	[ -d /sys/module/hkjitter ]
}

load()
{
	is_loaded && return
	if [ -n "${HKJ_MODULE:-}" ]; then
		insmod "$HKJ_MODULE"
	else
		modprobe hkjitter
	fi
}

unload()
{
	! is_loaded || rmmod hkjitter
}

# get FILE: of the module; empty if it is not there.
get()
{
	cat "$S/$1" 2> /dev/null
}

# put FILE VALUE: prints "ok", or the errno's text.
put()
{
	local text

	if text=$( (printf '%s\n' "$2" > "$S/$1") 2>&1); then
		echo ok
	else
		echo "${text##*: }"
	fi
}

# Values of a fresh module, whatever ran before.
reset_config()
{
	[ "$(get run)" = 0 ] || put run 0 > /dev/null
	put cpus isolated > /dev/null
	put threshold_ns 0 > /dev/null
	put duration_ms 0 > /dev/null
	put policy other > /dev/null
	put workload kernel > /dev/null
	put stop_above_ns 0 > /dev/null
	put initiators 1 > /dev/null
}

# wait_for SECONDS COMMAND...: passes as soon as the command does.
wait_for()
{
	local tenths=$(($1 * 10))

	shift
	while ! "$@"; do
		[ $((tenths--)) -gt 0 ] || return 1
		sleep 0.1
	done
}

is_state()
{
	[ "$(get state)" = "$1" ]
}

# run_session MS: one whole session, waited for.
run_session()
{
	local answer

	put duration_ms "$1" > /dev/null
	answer=$(put run 1)
	if [ "$answer" != ok ]; then
		note "start: $answer: $(get last_error)"
		return 1
	fi
	wait_for $(($1 / 1000 + 20)) is_state done
}

# Every identity that the target's record promises holds.
books_balance()
{
	"$BIN/books" "$target" > /dev/null
}

# value FILE PATH: of a result; PATH as python has it
value()
{
	python3 -c "import json,sys; print(json.load(open(sys.argv[1]))$2)" "$1"
}

# load_injector: or skip all
load_injector()
{
	insmod "$(dirname "$HKJ_MODULE")/hkj_inject.ko" ||
		ktap_skip_all "the module hkj_inject cannot be loaded"
}

# fire KIND [COUNT [SPIN_NS [PERIOD_US [LEAD_MS]]]]: noise on the target, over when
# it returns. The writer of the order is a bash of its own.
# shellcheck disable=SC2016	# that bash's variables
fire()
{
	bash -c 'echo "$1" > /sys/kernel/debug/hkj_inject/fire' fire \
		"$1 $target ${2:-20} ${3:-20000} ${4:-10000} ${5:-20}"
}

# begin PLAN: every test starts here. Needs root, the module and a target.
begin()
{
	[ "$(id -u)" -eq 0 ] || ktap_skip_all "not root"
	[ -n "$target" ] || ktap_skip_all "no isolated CPU (boot with isolcpus=)"
	log_mark
	trap finish EXIT
	load || ktap_skip_all "the module hkjitter cannot be loaded"
	reset_config
	ktap_plan "$1"
}

# The last check of every test, then the module is gone.
end()
{
	check "kernel log is clean" log_is_clean
	ktap_end
}

# run_endless: a session that ends when it is told to
run_endless()
{
	put duration_ms 0 > /dev/null
	[ "$(put run 1)" = ok ]
}

# What a test has borrowed from the machine is put back on every way out: FILE
# VALUE, the last one first.
borrowed=

# borrow FILE VALUE: nothing happens where there is no such file.
borrow()
{
	[ -w "$1" ] || return 0
	borrowed="$1 $(cat "$1")"$'\n'$borrowed
	echo "$2" > "$1"
}

give_back()
{
	local file value

	while read -r file value; do
		[ -z "$file" ] || echo "$value" > "$file"
	done <<< "$borrowed"
}

finish()
{
	local rc=$?

	give_back
	[ ! -d /sys/module/hkj_inject ] || rmmod hkj_inject
	if is_loaded; then
		reset_config
		unload
	fi
	exit $rc
}
