# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# boot.sh's command line: from words to $opt and $jobs, with all that can be
# wrong about them found before anything is started. Meant to be sourced.

declare -A opt=(
	[kernel]=6.12 [cpus]=2 [isolate]='' [append]='' [mem]=1G [timeout]='' [out]=''
	[job_timeout]=120
	[is_exact]=0 [is_console]=0 [is_follow]=0 [is_shell]=0
)
jobs=()		# NAME<TAB>LIMIT_S<TAB>COMMAND

usage()
{
	cat <<-'END'
	usage: boot.sh [OPTION...]
	  --kernel K        6.1, 6.12, 7.3, each also with -rt (the newest, fetched if
	                    need be), perf, debug, kcsan (compiled if need be) or a
	                    folder made by kernels.sh (default 6.12)
	  --job NAME=CMD    run CMD in the guest; may be repeated
	  --jobs FILE       jobs from a file: NAME<TAB>SECONDS<TAB>COMMAND a line
	  --job-timeout S   time limit of each --job (default 120)
	  --timeout S       time limit of the whole boot (default: 90 s more than the
	                    jobs have together; a shell: 3600)
	  --out DIR         where the results go (default out/vm)
	  --cpus N          number of CPUs (default 2)
	  --isolate LIST    isolated CPUs (default 1 to N-1), or none
	  --mem SIZE        memory (default 1G)
	  --exact           instruction-exact clock: 1 instruction is 1 ns (6.12 on)
	  --append STRING   more for the kernel's command line
	  --follow          show what the jobs write while they run
	  --console         show the guest's console, too
	  --shell           an interactive shell after the jobs
	exit: 0 all jobs ended with 0 (or 4, skipped), 1 a job failed, 2 usage,
	      3 the guest did not boot, crashed or ran out of time
	END
}

bad()
{
	die "-$HKJ_USAGE" "$* (boot.sh --help shows the options)"
}

# is_number VALUE: 1 to 99999.
is_number()
{
	[[ $1 =~ ^[1-9][0-9]{0,4}$ ]]
}

# add_job NAME LIMIT_S COMMAND: the name becomes a file name.
add_job()
{
	local job

	[[ $1 =~ ^[A-Za-z0-9_][A-Za-z0-9._-]*$ ]] ||
		bad "job name '$1': letters, digits, '.', '_' and '-' only"
	[[ $1 != console && $1 != dmesg ]] || bad "job name '$1' is taken"
	is_number "$2" || bad "job $1: time limit '$2' is not a number of seconds from 1 to 99999"
	[[ -n $3 && $3 != *[$'\t\n']* ]] || bad "job $1: the command has to be one line without tabs"
	for job in ${jobs[@]+"${jobs[@]}"}; do
		[[ ${job%%$'\t'*} != "$1" ]] || bad "two jobs are named '$1'"
	done
	jobs+=("$1"$'\t'"$2"$'\t'"$3")
}

add_jobs_file()
{
	local name limit command

	[[ -f $1 && -r $1 ]] || bad "no job file '$1'"
	while IFS=$'\t' read -r name limit command || [[ -n $name ]]; do
		[[ -z $name || $name == '#'* ]] || add_job "$name" "$limit" "$command"
	done < "$1"
}

# Jobs of the command line wait until all options are known: their time limit
# may come later.
parse()
{
	local key
	local -a pending=()

	while (($#)); do
		key=${1#--}
		key=${key//-/_}
		case $1 in
		--exact | --console | --follow | --shell) opt[is_$key]=1; shift; continue ;;
		--help) usage; exit 0 ;;
		--kernel | --cpus | --isolate | --mem | --append | --timeout | --out | \
		--job | --jobs | --job-timeout) ;;
		*) bad "unknown option '$1'" ;;
		esac
		[[ $# -ge 2 ]] || bad "$1 wants a value"
		case $1 in
		--job) pending+=("$2") ;;
		--jobs) add_jobs_file "$2" ;;
		*) opt[$key]=$2 ;;
		esac
		shift 2
	done
	for key in ${pending[@]+"${pending[@]}"}; do
		[[ $key == *=* ]] || bad "--job wants NAME=COMMAND, not '$key'"
		add_job "${key%%=*}" "${opt[job_timeout]}" "${key#*=}"
	done
}

# The highest CPU number of a CPU list.
last_cpu()
{
	tr -c '0-9\n' '\n' <<< "$1" | sort -n | tail -n 1
}

check_isolate()
{
	local last=$((opt[cpus] - 1))

	if [[ -z ${opt[isolate]} ]]; then
		opt[isolate]=none
		((last == 0)) || opt[isolate]=1-$last
		((last != 1)) || opt[isolate]=1
		return
	fi
	[[ ${opt[isolate]} != none ]] || return
	[[ ${opt[isolate]} =~ ^[1-9][0-9]*(-[0-9]+)?(,[1-9][0-9]*(-[0-9]+)?)*$ ]] ||
		bad "--isolate '${opt[isolate]}': a list as 1-3,5 (CPU 0 does the housekeeping), or none"
	(($(last_cpu "${opt[isolate]}") <= last)) ||
		bad "--isolate ${opt[isolate]}: with --cpus ${opt[cpus]} the last CPU is $last"
}

# The boot's own limit follows from what the jobs may take. Emulated time runs
# slower than ours with the exact clock.
default_timeout()
{
	local job sum=90

	((opt[is_shell] == 0)) || sum=3600
	for job in ${jobs[@]+"${jobs[@]}"}; do
		job=${job#*$'\t'}
		((sum += ${job%%$'\t'*}))
	done
	((opt[is_exact] == 0)) || ((sum = sum * 5))
	opt[timeout]=$sum
}

check()
{
	is_number "${opt[cpus]}" || bad "--cpus '${opt[cpus]}': a number from 1 to 64"
	((opt[cpus] <= 64)) || bad "--cpus ${opt[cpus]}: at most 64"
	is_number "${opt[job_timeout]}" || bad "--job-timeout '${opt[job_timeout]}': seconds, from 1 to 99999"
	[[ ${opt[mem]} =~ ^[1-9][0-9]*[MG]$ ]] || bad "--mem '${opt[mem]}': a size as 512M or 2G"
	check_isolate
	[[ -n ${opt[timeout]} ]] || default_timeout
	[[ ${opt[timeout]} =~ ^[1-9][0-9]{0,6}$ ]] || bad "--timeout '${opt[timeout]}': seconds, from 1"
	[[ ${#jobs[@]} -gt 0 || ${opt[is_shell]} == 1 ]] || bad "nothing to do: give --job, --jobs or --shell"
}
