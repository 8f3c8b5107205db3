# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The fixed part of the bash completion. Before it stand the tables that
# hkjitter-gen makes: _hkjitter_commands, _hkjitter_options COMMAND,
# _hkjitter_argument "COMMAND OPTION", _hkjitter_operand COMMAND and
# _hkjitter_sources.

# Those of the words $1 that begin with $2.
_hkjitter_reply()
{
	mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
	[[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *[=:] ]] ||
		compopt -o nospace 2> /dev/null
}

# The CPUs of a list in the kernel's form, one by one.
_hkjitter_cpus()
{
	local list range cpu

	read -r list 2> /dev/null < "${HKJITTER_ROOT-}/sys/devices/system/cpu/$1" || return
	for range in ${list//,/ }; do
		for ((cpu = ${range%-*}; cpu <= ${range#*-}; cpu++)); do
			echo "$cpu"
		done
	done
}

# A list grows at its end: what stands before the last comma or dash stays.
_hkjitter_complete_cpus()
{
	local begin=${1%"${1##*[,-]}"} cpu words=

	[[ $begin ]] || words=isolated
	for cpu in $(_hkjitter_cpus online); do
		words+=" $begin$cpu"
	done
	_hkjitter_reply "$words" "$1"
}

_hkjitter_complete_time()
{
	local number=${1%%[!0-9.]*} unit words=

	[[ $number ]] || return 0
	for unit in ns us ms s m h d; do
		words+=" $number$unit"
	done
	_hkjitter_reply "$words" "$1"
}

# A colon begins a new word for readline: nothing is offered behind it.
_hkjitter_complete_policy()
{
	[[ $1 == *:* ]] || _hkjitter_reply 'other fifo:' "$1"
}

_hkjitter_complete_file()
{
	compopt -o filenames 2> /dev/null
	mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

# What explain has words for, or a result.
_hkjitter_complete_source()
{
	_hkjitter_complete_file "$1"
	mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$(_hkjitter_sources)" -- "$1")
}

_hkjitter_complete_program()
{
	mapfile -t COMPREPLY < <(compgen -c -- "$1")
}

_hkjitter_complete_command()
{
	_hkjitter_reply "$(_hkjitter_commands)" "$1"
}

# _hkjitter_complete KIND VALUE
_hkjitter_complete()
{
	case $1 in
	words\ *) _hkjitter_reply "${1#words }" "$2" ;;
	'' | none) ;;
	*) "_hkjitter_complete_$1" "$2" ;;
	esac
}

# COMP_WORDS up to the cursor, with what readline cut at '=' and ':' put together
# again, in words; where each begins, in places.
_hkjitter_join()
{
	local i word glue=

	words=() places=()
	for ((i = 1; i <= COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		if [[ ${#words[@]} -gt 0 && ( $glue || $word == [=:] ) ]]; then
			words[-1]+=$word
		else
			words+=("$word")
			places+=("$i")
		fi
		[[ $word == [=:] ]] && glue=1 || glue=
	done
}

# What the words before the cursor's say: command, the option whose argument the
# cursor is at, whether options are over, and where the operands begin.
_hkjitter_look()
{
	local i

	for ((i = 0; i < ${#words[@]} - 1; i++)); do
		if [[ $option ]]; then
			option=
		elif [[ ! $is_over && ${words[i]} == -- ]]; then
			is_over=1
		elif [[ ! $is_over && ${words[i]} == -* ]]; then
			[[ ! $(_hkjitter_argument "$command ${words[i]}") ]] || option=${words[i]}
		elif [[ ! $command ]]; then
			command=${words[i]}
		else
			: "${operand:=${places[i]}}"
			[[ $(_hkjitter_operand "$command") != program ]] || return 0
		fi
	done
}

# The program's own words, by its own completion if bash-completion is there.
_hkjitter_program_words()
{
	if declare -F _command_offset > /dev/null; then
		_command_offset "$1"
	else
		_hkjitter_complete_file "$2"
	fi
}

_hkjitter()
{
	local -a words places
	local command='' option='' is_over='' operand='' cur kind

	COMPREPLY=()
	_hkjitter_join
	_hkjitter_look
	cur=${words[-1]}
	kind=$(_hkjitter_operand "$command")
	if [[ $operand && $kind == program ]]; then
		_hkjitter_program_words "$operand" "$cur"
	elif [[ $option ]]; then
		_hkjitter_complete "$(_hkjitter_argument "$command $option")" "$cur"
	elif [[ ! $is_over && $cur == --*=* ]]; then
		_hkjitter_complete "$(_hkjitter_argument "$command ${cur%%=*}")" "${cur#*=}"
	elif [[ ! $is_over && $cur == -* ]]; then
		_hkjitter_reply "$(_hkjitter_options "$command")" "$cur"
	elif [[ ! $command ]]; then
		_hkjitter_complete_command "$cur"
	else
		_hkjitter_complete "$kind" "$cur"
	fi
}

complete -F _hkjitter hkjitter
