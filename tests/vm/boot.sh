#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Boot a Debian kernel in QEMU with this machine's root file system, read-only,
# and run jobs in it. See README for how, and --help for the options.

set -u

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
. "$here/../../scripts/env.sh"
. "$here/options.sh"
. "$here/initramfs.sh"
. "$here/apt.sh"
. "$here/emulator.sh"
. "$here/qemu.sh"
. "$here/requests.sh"
. "$here/results.sh"

qemu=()
qemu_pid=
tail_pid=
tty_state=

# With the exact clock, kernels before 6.12 wait for ever for their second CPU.
is_exact_possible()
{
	((opt[is_exact] == 0 || opt[cpus] == 1)) && return
	printf '6.12\n%s\n' "${release%%-*}" | sort -V -C
}

# The folder of the kernel: in $kernel_dir, its release in $release.
find_kernel()
{
	local got

	if [[ ${opt[kernel]} == */* ]]; then
		kernel_dir=$(realpath -m "${opt[kernel]}")
	else
		got=$("$here/kernels.sh" fetch "${opt[kernel]}") || exit
		kernel_dir=$HKJ_CACHE/kernels/$got
	fi
	[[ -f $kernel_dir/release && -f $kernel_dir/boot/vmlinuz ]] ||
		bad "no kernel in $kernel_dir: give 6.1, 6.12 or a folder made by kernels.sh"
	release=$(< "$kernel_dir/release")
	is_exact_possible || bad "--exact with several CPUs needs Linux 6.12 or later, not $release: it hangs there"
	# As long as we hold this, kernels.sh leaves the folder alone.
	exec {kernel_lock}< "$kernel_dir"
	flock -s "$kernel_lock"
}

# What the guest reads, quoted for its shell.
write_env()
{
	local name

	local -A value=(
		[HKJ_REPO]=$HKJ_ROOT [HKJ_OUT]=${opt[out]} [HKJ_RELEASE]=$release
		[HKJ_KERNEL]=$kernel_dir [HKJ_SHELL]=${opt[is_shell]} [HKJ_EXACT]=${opt[is_exact]}
		[HKJ_MODULE]=$HKJ_ROOT/build/modules/$release/hkjitter.ko
		[HKJ_TOOL]=$HKJ_ROOT/build/user/hkjitter
		[HKJ_TTY]=$(stty size 2> /dev/null) [TERM]=${TERM:-linux}
	)
	for name in "${!value[@]}"; do
		printf "%s='%s'\n" "$name" "${value[$name]//\'/\'\\\'\'}"
	done | sort > "${opt[out]}/.vm/env"
}

# Nothing of an earlier boot may be taken for a result of this one.
prepare_out()
{
	local job

	mkdir -p "${opt[out]}/.vm" 2> /dev/null || die "cannot write to ${opt[out]}"
	opt[out]=$(cd "${opt[out]}" && pwd -P)
	take_lock "${opt[out]}/.vm/lock" 1 "it boots a VM with the same --out ${opt[out]}"
	rm -f "${opt[out]}"/.vm/{results,done,clock,jobs,request,answer} "${opt[out]}"/{console.log,dmesg.txt}
	: > "${opt[out]}/.vm/jobs"
	: > "${opt[out]}/.vm/results"
	: > "${opt[out]}/console.log"
	for job in ${jobs[@]+"${jobs[@]}"}; do
		printf '%s\n' "$job" >> "${opt[out]}/.vm/jobs"
		job=${opt[out]}/${job%%$'\t'*}
		rm -f "$job.rc"
		: > "$job.log"
	done
	write_env
}

# On every way out, also when killed: QEMU goes first. (And if we are killed by
# SIGKILL, QEMU gets one from the kernel, see start_qemu.)
clean_up()
{
	trap '' INT TERM HUP
	if [[ -n $qemu_pid ]]; then
		kill -KILL "$qemu_pid" 2> /dev/null
		wait "$qemu_pid" 2> /dev/null
	fi
	[[ -z $tail_pid ]] || kill "$tail_pid" 2> /dev/null
	[[ -z $tty_state ]] || stty "$tty_state" < /dev/tty 2> /dev/null
}

start_qemu()
{
	trap clean_up EXIT
	trap 'exit 130' INT TERM HUP
	if ((opt[is_shell])); then
		[[ ! -t 0 ]] || tty_state=$(stty -g)
		exec 3<&0
	else
		exec 3< /dev/null
	fi
	setpriv --pdeathsig KILL "${qemu[@]}" <&3 2> "${opt[out]}/.vm/qemu.err" {kernel_lock}<&- &
	qemu_pid=$!
}

# Show files while they grow. The console is on the terminal anyway with --shell.
start_tail()
{
	local job
	local -a files=()

	((opt[is_console] && ! opt[is_shell])) && files+=("${opt[out]}/console.log")
	if ((opt[is_follow] || opt[is_console])); then
		for job in ${jobs[@]+"${jobs[@]}"}; do
			files+=("${opt[out]}/${job%%$'\t'*}.log")
		done
	fi
	[[ ${#files[@]} -gt 0 ]] || return
	tail -q -n +1 -s 0.3 -f --pid="$qemu_pid" "${files[@]}" 2> /dev/null &
	tail_pid=$!
}

# Wait for QEMU's end, or make one. Job results are shown as they come.
watch_qemu()
{
	while kill -0 "$qemu_pid" 2> /dev/null; do
		((opt[is_shell])) || show_results
		answer_requests
		if ((SECONDS >= opt[timeout])); then
			is_timeout=1
			kill -KILL "$qemu_pid"
			break
		fi
		sleep 0.2
	done
	wait "$qemu_pid" 2> /dev/null
	qemu_pid=
	[[ -z $tail_pid ]] || wait "$tail_pid" 2> /dev/null
	tail_pid=
}

main()
{
	local initramfs kernel_dir release kernel_lock is_timeout=0

	parse "$@"
	check
	need qemu-system-x86_64 qemu-system-x86 vm
	need busybox busybox-static vm
	need cpio cpio vm
	need modprobe kmod vm
	[[ -n ${opt[out]} ]] || opt[out]=$HKJ_ROOT/out/vm
	make_cache
	find_kernel
	prepare_out
	initramfs=$(make_initramfs "$kernel_dir" "$release") ||
		die "cannot make an initramfs for Linux $release in $HKJ_CACHE"
	build_qemu "$kernel_dir" "$initramfs"
	step "booting Linux $release, ${opt[cpus]} CPUs ($(accel_name)), at most ${opt[timeout]} s"
	SECONDS=0
	start_qemu
	start_tail
	watch_qemu
	conclude "$is_timeout"
}

main "$@"
