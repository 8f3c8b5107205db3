#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# check.sh [SET [KERNEL...]]: the kernel selftests, in one boot for each kernel and
# clock of a table below: of the set "quick", the default; of "matrix", on each of
# Debian's kernels; or of "deep", on kernels with checkers and for hours; on those
# KERNELs only, if any is named. Prints each test's KTAP, and in the end
# "# Totals: pass:N fail:N skip:N". Exit: 0 none failed, 1 one did, 2 usage.

set -u

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
. "$here/../../scripts/env.sh"

out=$HKJ_ROOT/out/check
bin=$HKJ_ROOT/build/selftests

# NAME|KERNEL|OPTIONS of boot.sh|tests; a test is NAME or NAME:SECONDS. One that is
# there several times is NAME@NUMBER: a count is made in parts, so that a boot that
# the emulator loses (see below) costs one of them.
# A kernel of 6.12 that had an isolated CPU offline does not let its deadline server
# be switched off (EBUSY): what takes CPUs offline comes after kernel_noise.
all="load kernel_noise:300 files configure session unload targets hotplug no_timer relief detectors:240 tool:180 top:180 killed_tool:300 inject:900 events"
all+=" regress/details_log regress/events_rehearsal"
all+=" regress/kept_probes regress/lazy_waiter regress/unseen"
all+=" evidence:480 losses:400 self:240 names tick workload:300"
# What nobody should do; the whole of it is in the set "deep".
abuse=" rights abuse/cycles:300 abuse/offline:240 abuse/crowd abuse/pressure:240 abuse/steps:240 abuse/fuzz"
all+=$abuse
# An isolated cpuset partition that is gone leaves kernel threads free to run on
# its CPUs: nothing after this one is as isolated as the command line says.
all+=" cpuset"
# After this one the guest has another clock.
all+=" clock_doubt"
# All but the abuse, which is the same on one kernel and on two.
regular=${all/"$abuse"/}
# What a preemptible kernel with sleeping locks could make different.
rt="load session unload targets hotplug relief detectors:240 workload:240 regress/lazy_waiter"
# Where the set "matrix" has more.
smoke="load session names"
boots=(
	"6.1|6.1|--cpus 3 --isolate 1|record:400 $regular"
	"6.12|6.12|--cpus 3 --isolate 1|record:400 $all"
	"6.12-rt|6.12-rt|--cpus 3 --isolate 1|$rt"
	"6.12-locked|6.12|--cpus 3 --isolate 1|lockdown"
	"6.1-rt|6.1-rt|--cpus 3 --isolate 1|$smoke"
	"7.3|7.3|--cpus 3 --isolate 1|$smoke"
	"7.3-rt|7.3-rt|--cpus 3 --isolate 1|$smoke"
	"6.12-exact|6.12|--exact|calls_exact:600 accuracy_exact:900 regress/own_turns:300"
)

# The same on each kernel: what is made, counted and named.
matrix="load session names unload targets hotplug relief events inject:900"
matrix_boots=()
for kernel in 6.1 6.1-rt 6.12 6.12-rt 7.3 7.3-rt; do
	matrix_boots+=("$kernel|$kernel|--cpus 3 --isolate 1|$matrix")
done

# Kernels that the module is not for, and those that a mirror may not have: then
# what would run there is skipped.
refused_kernels=5.10
optional_kernels="5.10 6.1-rt 7.3 7.3-rt"

# What a kernel with checkers is there for. Its clock is that of an emulated
# machine, slowed down by the checkers: what is told by durations is no matter here.
deep="load files configure session unload targets hotplug no_timer names tick"
deep+=" regress/details_log regress/events_rehearsal regress/kept_probes regress/lazy_waiter regress/unseen"
deep+=" rights abuse/failing:7200 abuse/states:3600 abuse/crowd:900 abuse/observers:1800 abuse/pressure:1800 abuse/steps:900"
deep+="$(printf ' abuse/cycles@%d:3600' {1..10})"
deep+="$(printf ' abuse/offline@%d:3600' {1..4})"
deep+="$(printf ' abuse/fuzz@%d:3600' {1..10})"
deep+=" abuse/quiet"
deep_boots=(
	"debug|debug|--cpus 3 --isolate 1 --mem 2G|$deep"
	"debug-8|debug|--cpus 8 --isolate 1-7 --mem 3G|abuse/many:3600 abuse/quiet"
)
deep_settings="HKJ_CYCLES=100 HKJ_LOADS=20 HKJ_OFFLINES=50 HKJ_FUZZ_TRIES=100000"
deep_settings+=" HKJ_STATE_ROUNDS=5 HKJ_CROWD_S=60 HKJ_PRESSURE_SESSIONS=100"
deep_settings+=" HKJ_OBSERVER_S=30 HKJ_MANY_ROUNDS=20"
settings=
limit_s=120	# of a test that has none of its own

boots_max=8
pass=0 fail=0 skip=0

count()
{
	grep -cE "$1" "$2"
}

# add LOG PREFIX RC: a test's lines, and what they add up to. A test that ended
# before its plan was through has failed, whatever it printed.
add()
{
	local log=$1 not_ok

	sed "s|^|$2: |" "$log"
	not_ok=$(count '^not ok' "$log")
	pass=$((pass + $(grep -E '^ok' "$log" | grep -vc '# SKIP')))
	skip=$((skip + $(count '# SKIP' "$log")))
	fail=$((fail + not_ok))
	case $3 in
	0 | 4) ;;
	*)
		[ "$not_ok" -gt 0 ] || fail=$((fail + 1))
		echo "$2: ended with $3"
		;;
	esac
}

# test_name TEST: without its time limit and its number
test_name()
{
	local name=${1%:*}

	echo "${name%@*}"
}

# job_name TEST: a test's name as a file name
job_name()
{
	local name=${1%:*}

	name=${name//\//-}
	echo "${name/@/-}"
}

# jobs TESTS: boot.sh's job lines
jobs()
{
	local test

	for test in $1; do
		printf '%s\t%s\t%s\n' "$(job_name "$test")" \
			"$([[ $test == *:* ]] && echo "${test#*:}" || echo "$limit_s")" \
			"$settings HKJ_BIN=$bin exec selftests/$(test_name "$test").sh"
	done
}

# missing DIR TESTS: those of the tests that have no result.
missing()
{
	local test

	for test in $2; do
		[[ -e $1/$(job_name "$test").rc ]] || printf '%s ' "$test"
	done
}

# Parallel emulation may run a CPU into a breakpoint of the kernel's that was
# replaced before ("Oops: int3" where a tracepoint is switched; seen with QEMU
# 7.2 and 10.0, on CPUs that did not touch the module). Nothing but that is a
# reason to boot again, and only for the tests that have no result.
is_emulators_fault()
{
	grep -qE '(Oops: int3|int3: 0000)' "$1/console.log"
}

# boot_until_done DIR KERNEL OPTIONS TESTS
boot_until_done()
{
	local dir=$1 left=$4 nr_boots=0

	while [[ $left ]]; do
		jobs "$left" > "$dir/jobs"
		# shellcheck disable=SC2086	# options are words
		"$here/boot.sh" --kernel "$2" $3 --out "$dir" --jobs "$dir/jobs" >&2
		left=$(missing "$dir" "$4")
		nr_boots=$((nr_boots + 1))
		[[ $left ]] && is_emulators_fault "$dir" && ((nr_boots < boots_max)) || return
		echo "# the emulator ran into a stale breakpoint; boot $((nr_boots + 1)) for: $left"
	done
}

# boot NAME KERNEL OPTIONS TESTS
boot()
{
	local dir=$out/$1 test name rc

	rm -rf "$dir" && mkdir -p "$dir"
	boot_until_done "$dir" "$2" "$3" "$4"
	for test in $4; do
		name=$(job_name "$test")
		rc=$(cat "$dir/$name.rc" 2> /dev/null || echo "no result: the guest ended first")
		touch "$dir/$name.log"
		add "$dir/$name.log" "$1 $name" "$rc"
	done
}

declare -A missing_why=()	# KERNEL: why it is not there

# build_for KERNEL: exit code of modules.sh, whose words go to a log
build_for()
{
	step "building the module for $1"
	"$HKJ_ROOT/scripts/modules.sh" build --kernel "$1" HKJ_TESTS=1 > "$out/build-$1.log" 2>&1
}

# may_miss KERNEL RC: whether the kernel is one of those that need not be there, and
# is not
may_miss()
{
	[[ $2 -eq $HKJ_CANNOT && " $optional_kernels " == *" $1 "* ]] || return
	missing_why[$1]=$(tail -n 1 "$out/build-$1.log")
}

build()
{
	local kernel

	make -s -C "$HKJ_ROOT/selftests" >&2 || die "the test programs do not build"
	make -s -C "$HKJ_ROOT/user" >&2 || die "the tool does not build"
	for kernel in $(printf '%s\n' "${boots[@]}" | cut -d '|' -f 2 | sort -u); do
		build_for "$kernel" || may_miss "$kernel" $? || {
			tail -n 20 "$out/build-$kernel.log" >&2
			die "the module does not build for $kernel"
		}
	done
}

# result OK NAME KERNEL: a test of this script's own, skipped where the kernel is
# missing
result()
{
	if [[ ${missing_why[$3]-} ]]; then
		skip=$((skip + 1))
		echo "$3: ok - $2 # SKIP ${missing_why[$3]}"
	elif [[ $1 == yes ]]; then
		pass=$((pass + 1))
		echo "$3: ok - $2"
	else
		fail=$((fail + 1))
		sed 's/^/# /' "$out/build-$3.log"
		echo "$3: not ok - $2"
	fi
}

# A kernel that is too old: the build ends with one line that says so.
check_refused()
{
	local kernel is_ok rc

	for kernel in $refused_kernels; do
		is_ok=no
		build_for "$kernel"
		rc=$?
		may_miss "$kernel" "$rc" ||
			[[ $rc -ne $HKJ_FAIL || $(count 'hkjitter needs Linux .* or later' "$out/build-$kernel.log") -ne 1 ]] ||
			[[ $(count ':[0-9]+: (fatal )?(error|warning):' "$out/build-$kernel.log") -ne 0 ]] || is_ok=yes
		result "$is_ok" "the build refuses it in one line" "$kernel"
	done
}

# choose KERNEL...: of the boots those with these kernels, if any is named
choose()
{
	local line kept=()

	(($#)) || return 0
	for line in "${boots[@]}"; do
		[[ " $* " != *" $(cut -d '|' -f 2 <<< "$line") "* ]] || kept+=("$line")
	done
	((${#kept[@]})) || die -$HKJ_USAGE "no boot of this set has any of the kernels: $*"
	boots=("${kept[@]}")
}

case ${1-quick} in
quick) ;;
matrix)
	boots=("${matrix_boots[@]}")
	limit_s=240
	out=$HKJ_ROOT/out/check-matrix
	;;
deep)
	boots=("${deep_boots[@]}")
	settings=$deep_settings
	limit_s=900
	out=$HKJ_ROOT/out/check-deep
	;;
*) die -$HKJ_USAGE "usage: check.sh [quick|matrix|deep [KERNEL...]]" ;;
esac
choose "${@:2}"
mkdir -p "$out"
build
[[ ${1-quick} != matrix ]] || check_refused
for line in "${boots[@]}"; do
	IFS='|' read -r name kernel options tests <<< "$line"
	if [[ ${missing_why[$kernel]-} ]]; then
		result no "selftests on $name" "$kernel"
		continue
	fi
	step "selftests on $name"
	boot "$name" "$kernel" "$options" "$tests"
done
echo "# Totals: pass:$pass fail:$fail skip:$skip"
[ $fail -eq 0 ]
