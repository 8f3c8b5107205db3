# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What a job in the guest may ask of the host: README has how. Meant to be
# sourced; uses $qemu_pid and the options of boot.sh ($opt).

stop_ms_max=5000

# request_stop MS: the machine is stopped; its clocks go on.
request_stop()
{
	[[ $1 =~ ^[1-9][0-9]*$ ]] && (($1 <= stop_ms_max)) || return
	kill -STOP "$qemu_pid"
	sleep "$(printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)))"
	kill -CONT "$qemu_pid"
}

answer_requests()
{
	local state=${opt[out]}/.vm line
	local -a words

	[[ -e $state/request ]] || return 0
	line=$(< "$state/request")
	rm -f "$state/request"
	read -r -a words <<< "$line"
	case ${words[0]-} in
	stop) request_stop "${words[1]-}" ;;
	*) false ;;
	esac || line="refused: $line"
	printf '%s\n' "$line" > "$state/answer"
}
