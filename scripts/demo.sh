#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# demo.sh: set up, build, and measure for 10 s: this machine, where its kernel
# can load the module and has an isolated CPU; else a virtual machine, in which
# a process on CPU 0 keeps khugepaged busy. Leaves the result in out/demo.
#
# Exit: 0 measured, 1 failed, 3 not possible on this machine.

set -u

. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

out=$HKJ_ROOT/out/demo
log=$out/build.log
tool=$HKJ_ROOT/build/user/hkjitter

# why_not_here: prints why this machine cannot be measured; nothing if it can.
why_not_here()
{
	local cpus=/sys/devices/system/cpu

	if [[ -z $(cat $cpus/isolated $cpus/nohz_full 2> /dev/null | grep -v null | tr -d '\n') ]]; then
		echo "it has no isolated CPU (see nohz_full= and isolcpus= in the quickstart)"
	elif [[ ! -e /proc/modules ]]; then
		echo "its kernel loads no modules"
	elif ! "$HKJ_ROOT/scripts/modules.sh" build --kernel running >> "$log" 2>&1; then
		echo "the module does not build for its kernel ($(tail -n 1 "$log"))"
	elif [[ ! -d /sys/module/hkjitter ]] &&
	     ! insmod "$HKJ_ROOT/build/modules/$(uname -r)/hkjitter.ko" 2>> "$log"; then
		echo "its kernel does not load the module ($(tail -n 1 "$log"))"
	fi
}

here()
{
	step "measuring this machine for 10 s"
	"$tool" run -c isolated -d 10s -o "$out/result.json"
	rc=$?
	rmmod hkjitter
	return $rc
}

vm()
{
	step "building the module for Debian's 6.12, fetched if need be"
	"$HKJ_ROOT/scripts/modules.sh" build --kernel 6.12 >> "$log" 2>&1 ||
		die "the module does not build: see $log"
	make -s -C "$HKJ_ROOT/selftests" >> "$log" 2>&1 || die "the load does not build: see $log"
	step "booting a virtual machine: CPU 1 isolated, khugepaged kept busy on CPU 0"
	step "there: hkjitter run -c isolated -d 10s -- thp_load"
	"$HKJ_ROOT/tests/vm/boot.sh" --kernel 6.12 --cpus 2 --out "$out" --follow \
		--job demo=scripts/demo-guest.sh
}

"$HKJ_ROOT/scripts/setup.sh" build vm || exit
mkdir -p "$out" || die "cannot write to $out"
: > "$log"
step "building the tool"
make -s -C "$HKJ_ROOT/user" >> "$log" 2>&1 || die "the tool does not build: see $log"
why=$(why_not_here)
if [[ -z $why ]]; then
	here || die "the measurement failed"
else
	step "this machine cannot be measured: $why"
	vm || die "the virtual machine did not measure: see $out"
fi
step "the result is in ${out#"$HKJ_ROOT"/}/result.json; show it again with"
step "  build/user/hkjitter report ${out#"$HKJ_ROOT"/}/result.json"
