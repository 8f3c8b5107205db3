#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The time of day is set an hour ahead and back, and its pace is changed, beside a
# session: HKJ_STEPS times each. What is measured is measured with another clock: the
# session goes on, ends when it should, and no gap is as long as a step.

. "$(dirname "$0")/abuse.sh"

nr_steps=${HKJ_STEPS:-20}
step_s=3600
pace_ppm=400
duration_ms=1500

# clock COMMAND ARGUMENT: set the time of day, or its pace. What was asked for has to
# be seen afterwards.
clock()
{
	python3 - "$1" "$2" <<-'END'
	import ctypes, struct, sys, time
	what, amount = sys.argv[1], int(sys.argv[2])
	if what == "step":
	    before = time.clock_gettime(time.CLOCK_REALTIME) - time.monotonic()
	    time.clock_settime(time.CLOCK_REALTIME, time.time() + amount)
	    after = time.clock_gettime(time.CLOCK_REALTIME) - time.monotonic()
	    sys.exit(abs(after - before - amount) > abs(amount) / 2)
	# struct timex: modes at 0, the frequency, in units of 2^-16 ppm, at 16.
	timex = ctypes.create_string_buffer(256)
	struct.pack_into("I", timex, 0, 2)
	struct.pack_into("q", timex, 16, amount << 16)
	libc = ctypes.CDLL(None)
	is_bad = libc.adjtimex(timex) < 0
	struct.pack_into("I", timex, 0, 0)
	libc.adjtimex(timex)
	sys.exit(is_bad or struct.unpack_from("q", timex, 16)[0] != amount << 16)
	END
}

# to_and_fro WHAT AMOUNT: while a session runs, which does not end of it
to_and_fro()
{
	local i

	run_endless || return 1
	for ((i = 0; i < nr_steps; i++)); do
		clock "$1" "$2" && clock "$1" "-$2" && is_state running && continue
		note "$1 $i: state '$(get state)', last_error '$(get last_error)'"
		return 1
	done
	[ "$(put run 0)" = ok ] && books_balance
}

no_gap_is_a_step()
{
	[ "$(get "cpu$target/gap_max_ns")" -lt $((step_s * 1000000000 / 2)) ]
}

# Uptime in ms, which no step changes.
uptime_ms()
{
	awk '{ printf "%d\n", $1 * 1000 }' /proc/uptime
}

# ends_in_time STEP: a session of a given length, the clock set in its middle
ends_in_time()
{
	local begin

	put duration_ms "$duration_ms" > /dev/null
	begin=$(uptime_ms)
	[ "$(put run 1)" = ok ] && clock step "$1" && wait_for 60 is_over || return 1
	note "it ended $(($(uptime_ms) - begin)) ms after its start"
	[ $(($(uptime_ms) - begin)) -ge "$duration_ms" ] && books_balance &&
		[ "$(get "cpu$target/runtime_ns")" -ge $((duration_ms * 990000)) ]
}

command -v python3 > /dev/null || ktap_skip_all "python3"
begin 9
check "a session, and $nr_steps times an hour ahead and back" to_and_fro step $step_s
check "no gap is as long as a step" no_gap_is_a_step
check "the clock has not been blamed" test "$(get "cpu$target/clock_is_doubtful")" = 0
check "a session, and $nr_steps times faster and slower" to_and_fro pace $pace_ppm
clock pace 0
check "a step ahead does not end a session early" ends_in_time $step_s
check "a step back does not make it longer" ends_in_time -$step_s
check "it measures again" works_again
check_no_leak
end
