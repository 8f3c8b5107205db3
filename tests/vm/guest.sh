#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The guest's second program, on the host's file system: run the jobs one after
# the other, power off. Process 1; the environment is boot.sh's write_env().
#
# In HKJ_OUT: NAME.log and NAME.rc of each job, dmesg.txt; in HKJ_OUT/.vm what
# is between this and boot.sh: env, jobs (from it), results, clock, done (to it).

set -u

export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export HOME=/root LANG=C.UTF-8

state=$HKJ_OUT/.vm
cgroup=/sys/fs/cgroup/job

clock_limit_ms=10000	# for the final clock source
kill_limit_s=10		# for a killed job to go

is_clock_final()
{
	[[ $(< /sys/devices/system/clocksource/clocksource0/current_clocksource) == tsc ]] &&
		[[ $(grep -c 'hres_active *: 1' /proc/timer_list) -eq $(nproc --all) ]]
}

# The tsc clock source, and with it high resolution and nohz, comes about a
# second after boot. Without it nothing measured is worth anything.
wait_for_clock()
{
	local waited_ms

	for ((waited_ms = 0; waited_ms < clock_limit_ms; waited_ms += 100)); do
		is_clock_final && break
		sleep 0.1
	done
	cat /sys/devices/system/clocksource/clocksource0/current_clocksource > "$state/clock"
}

uptime_cs()
{
	local uptime

	read -r uptime _ < /proc/uptime
	printf '%s\n' "${uptime/./}"
}

say()
{
	printf 'vm: %s\n' "$*"
	printf '<6>vm: %s\n' "$*" > /dev/kmsg
}

start_job()
{
	printf '%s\n' "$BASHPID" > "$cgroup/cgroup.procs"
	exec setsid bash -c "$1"
}

# within PID SECONDS: wait for a child, not longer; its exit code in $rc.
within()
{
	local alarm who=

	sleep "$2" &
	alarm=$!
	wait -n -p who "$1" "$alarm"
	rc=$?
	[[ $who == "$1" ]] || return
	kill "$alarm"
	wait "$alarm" 2> /dev/null
	return 0
}

# A job ran out of time. It may hang in the kernel, then it stays behind.
stop_job()
{
	say "job $2: no end within its time limit, killing it"
	echo 1 > "$cgroup/cgroup.kill"
	if ! within "$1" "$kill_limit_s"; then
		say "job $2: cannot be killed, it hangs in the kernel"
		cat "/proc/$1/stack"
		echo w > /proc/sysrq-trigger
	fi
	rc=124
}

# run_job NAME LIMIT_S COMMAND
run_job()
{
	local name=$1 rc pid start

	say "job $name starts"
	start=$(uptime_cs)
	(start_job "$3") < /dev/null > "$HKJ_OUT/$name.log" 2>&1 &
	pid=$!
	within "$pid" "$2" || stop_job "$pid" "$name" >> "$HKJ_OUT/$name.log"
	# Nothing that a job left running shall disturb the next one.
	echo 1 > "$cgroup/cgroup.kill"
	printf '%s\n' "$rc" > "$HKJ_OUT/$name.rc"
	printf '%s\t%s\t%s\n' "$name" "$rc" "$(($(uptime_cs) - start))" >> "$state/results"
	say "job $name ends with $rc"
}

run_jobs()
{
	local name limit_s command

	while IFS=$'\t' read -r -u 3 name limit_s command; do
		run_job "$name" "$limit_s" "$command"
	done 3< "$state/jobs"
}

# The serial line does not know the size of the terminal at its other end.
run_shell()
{
	local rows columns

	read -r rows columns <<< "$HKJ_TTY"
	[[ -z $rows ]] || stty rows "$rows" columns "$columns" < /dev/console
	printf '\nA shell in the VM, in the repository. Results: %s. Leave it to power off.\n\n' "$HKJ_OUT"
	setsid -c bash -i < /dev/console > /dev/console 2>&1
}

finish()
{
	dmesg > "$HKJ_OUT/dmesg.txt"
	: > "$state/done"
	busybox poweroff -f
}

trap finish EXIT
cd "$HKJ_REPO" || exit
wait_for_clock
run_jobs
[[ ${HKJ_SHELL-0} == 0 ]] || run_shell
