# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# QEMU's and the guest kernel's command lines. Meant to be sourced; reads the
# options of boot.sh ($opt) and appends to the array $qemu.
# shellcheck disable=SC2154	# $opt is boot.sh's
# shellcheck disable=SC2054	# the commas are QEMU's

# /dev/kvm may be there without one of these backends; stock kernels do not
# boot on it then.
has_kvm()
{
	[[ -d /sys/module/kvm_intel || -d /sys/module/kvm_amd ]] &&
		[[ -r /dev/kvm && -w /dev/kvm ]]
}

# exact: one instruction is one nanosecond, and nothing of the outside (clock,
# random numbers) gets in. Else as parallel as the machine allows.
qemu_cpu()
{
	if ((opt[is_exact])); then
		qemu+=(-accel tcg,thread=single -icount shift=0,sleep=off
		       -cpu max,-rdrand,-rdseed -rtc base=2025-01-01T00:00:00,clock=vm)
	elif has_kvm; then
		qemu+=(-accel kvm -cpu host,migratable=off)
	else
		qemu+=(-accel tcg,thread=multi -cpu max)
	fi
	qemu+=(-smp "${opt[cpus]}" -m "${opt[mem]}")
}

# qemu_share TAG PATH OPTIONS: QEMU doubles commas inside a value.
qemu_share()
{
	qemu+=(-virtfs "local,path=${2//,/,,},mount_tag=$1,security_model=none,multidevs=remap$3")
}

# The console goes to a file; for --shell also to the terminal.
qemu_console()
{
	local log=${opt[out]//,/,,}/console.log

	if ((opt[is_shell])); then
		qemu+=(-chardev "stdio,id=console,signal=off,logfile=$log")
	else
		qemu+=(-chardev "file,id=console,path=$log")
	fi
	qemu+=(-serial chardev:console)
}

# CPUs that are taken out of everything: CPU 0 keeps the housekeeping. 7.3 takes no
# isolcpus=nohz beside nohz_full=, which says the same: it drops both ("nohz_full= must
# match isolcpus=").
isolation()
{
	local flags=nohz,domain,managed_irq

	[[ ${opt[isolate]} != none ]] || return
	[[ ${opt[kernel]} != 7.* ]] || flags=domain,managed_irq
	printf 'nohz_full=%s isolcpus=%s,%s rcu_nocbs=%s irqaffinity=0' \
		"${opt[isolate]}" "$flags" "${opt[isolate]}" "${opt[isolate]}"
}

# The kernel looks whether the timer ticks within a time that it waits for by
# counting turns: an emulator that others keep from running fails that by chance.
timer_check()
{
	((opt[is_exact])) || printf 'no_timer_check\n'
}

# A crash ends the guest at once (panic=-1 with QEMU's -no-reboot). The TSC is
# trusted: the kernel's checks of it fail by chance on an emulator.
kernel_command_line()
{
	printf '%s ' console=ttyS0 loglevel=7 log_buf_len=4M \
		panic=-1 oops=panic tsc=reliable clocksource=tsc "$(timer_check)" "$(isolation)" \
		"${opt[append]}"
}

# build_qemu KERNEL_DIR INITRAMFS
build_qemu()
{
	local image=$1/boot/vmlinux machine=pc

	[[ -f $image ]] || image=$1/boot/vmlinuz
	# What such a kernel needs, see made.sh.
	[[ ! -f $1/machine ]] || machine=$(< "$1/machine")
	choose_emulator
	qemu=("${emulator[@]}" -nodefaults -no-user-config -display none
	      -no-reboot -machine "$machine")
	qemu_cpu
	qemu_console
	qemu_share host / ,readonly=on
	qemu_share out "${opt[out]}" ''
	qemu+=(-kernel "$image" -initrd "$2" -append "$(kernel_command_line)")
}
