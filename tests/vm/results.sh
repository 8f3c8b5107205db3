# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What became of a boot and its jobs, as text and as an exit code. Meant to be
# sourced; reads $opt and $jobs of boot.sh.
# shellcheck disable=SC2154	# those are boot.sh's

nr_shown=0	# results already printed
nr_failed=0

# How many lines of the console say enough about a guest that died.
tail_lines=40

result_word()
{
	case $1 in
	0) printf 'ok\n' ;;
	4) printf 'skipped\n' ;;
	124) printf 'timed out\n' ;;
	*) printf 'failed\n' ;;
	esac
}

show_result()
{
	printf '%-24s rc %-4s %7s s  %s\n' "$1" "$2" "$3" "$4"
}

# Print the results that came since the last call.
show_results()
{
	local name rc time_cs seconds

	while IFS=$'\t' read -r name rc time_cs; do
		((nr_shown += 1))
		((rc == 0 || rc == 4)) || ((nr_failed += 1))
		printf -v seconds '%d.%02d' $((time_cs / 100)) $((time_cs % 100))
		show_result "$name" "$rc" "$seconds" "$(result_word "$rc")"
	done < <(tail -n "+$((nr_shown + 1))" "${opt[out]}/.vm/results")
}

# Jobs that came to no end: the first one was running, if the guest got so far.
show_unfinished()
{
	local i name word='did not end'

	for ((i = nr_shown; i < ${#jobs[@]}; i++)); do
		name=${jobs[i]%%$'\t'*}
		[[ -f ${opt[out]}/.vm/clock ]] || word='not run'
		show_result "$name" - - "$word"
		word='not run'
	done
}

# The console from the first sign of a crash on, else its end.
show_console()
{
	local log=${opt[out]}/console.log first

	first=$(grep -anE -m 1 'BUG: |Oops|Kernel panic|general protection|sysrq: Trigger a crash' "$log" |
		cut -d: -f1)
	if [[ -n $first ]]; then
		tail -n "+$first" "$log" | head -n $((tail_lines * 2))
	else
		tail -n "$tail_lines" "$log"
	fi | tr -d '\r' >&2
}

# Why there is no orderly end, in one line.
death()
{
	local log=${opt[out]}/console.log

	if grep -aq 'Kernel panic' "$log"; then
		printf 'the guest panicked'
	elif (($1)); then
		printf 'the guest was still running after %s s: killed' "${opt[timeout]}"
	elif grep -aq '^vm: cannot start' "$log"; then
		grep -a -m 1 '^vm: cannot start' "$log" | tr -d '\r\n'
	elif [[ -s ${opt[out]}/.vm/qemu.err ]]; then
		tail -n 1 "${opt[out]}/.vm/qemu.err" | tr -d '\n'
	else
		printf 'the guest ended before its jobs did'
	fi
}

accel_name()
{
	if ((opt[is_exact])); then
		printf 'instruction-exact clock'
	elif has_kvm; then
		printf 'KVM'
	else
		printf 'emulated'
	fi
}

check_clock()
{
	local clock

	clock=$(cat "${opt[out]}/.vm/clock" 2> /dev/null)
	[[ $clock == tsc ]] || warn "the guest's clock source was '$clock', not tsc: figures are worth little"
}

# conclude IS_TIMEOUT: the rest of the results, and the exit code.
conclude()
{
	show_results
	if [[ ! -e ${opt[out]}/.vm/done ]]; then
		show_unfinished
		show_console
		die "-$HKJ_CANNOT" "$(death "$1") (${opt[out]}/console.log has it all)"
	fi
	check_clock
	step "the VM is done after $SECONDS s, its files are in ${opt[out]}"
	((nr_failed == 0)) || exit "$HKJ_FAIL"
}
