# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the checks share: lists of files, the TAP lines, the reason of a skip.

# A check that cannot tell ends itself with this: skip REASON.
HKJ_SKIP=4

skip()
{
	printf '%s\n' "$*"
	exit "$HKJ_SKIP"
}

# have COMMAND PACKAGE: skip the check if the command is not there.
have()
{
	command -v "$1" > /dev/null || skip "$1 is missing: install the package $2"
}

# The tree's own files, one a line: neither what is built nor what is fetched.
tree_files()
{
	find . \( -path ./.git -o -path ./build -o -path ./out \) -prune -o \
		-type f ! -name '*.mod.c' ! -name '.*.cmd' ! -name '.*.d' \
		! -name '*.o' ! -name '*.ko' -printf '%P\n' | sort
}

# C sources and headers below the folders named.
c_files()
{
	tree_files | grep -E "^($(IFS='|'; printf '%s' "$*"))/.*\.[ch]$"
}

# Shell scripts: by name, or by their first line.
shell_files()
{
	{
		tree_files | grep '\.sh$'
		tree_files | grep -Ev '\.(sh|[ch]|rst|md|awk|txt)$' |
			xargs -r -d '\n' awk '
			FNR == 1 && /^#!.*[\/ ](ba|da|a)?sh( |$)/ { print FILENAME }
			{ nextfile }'
	} | sort
}

# found LINES: print them if there are any, and tell the check's result.
found()
{
	[[ $1 ]] || return 0
	printf '%s\n' "$1"
	return 1
}

# tap_line RESULT-CODE NUMBER NAME OUTPUT
tap_line()
{
	case $1 in
	0)
		printf 'ok %d %s\n' "$2" "$3"
		;;
	"$HKJ_SKIP")
		printf 'ok %d %s # SKIP %s\n' "$2" "$3" "${4##*$'\n'}"
		;;
	*)
		printf 'not ok %d %s\n' "$2" "$3"
		[[ -z $4 ]] || printf '# %s\n' "${4//$'\n'/$'\n# '}"
		;;
	esac
}

# start_check FUNCTION NUMBER: in a shell of its own, beside the others. The
# inner shell may exit at any place, its result is written all the same.
start_check()
{
	(
		("$1") > "$room/$2" 2>&1 < /dev/null
		echo $? > "$room/$2.code"
	) &
}

# Print what has ended, in the order of the table; count it in nr.
print_ended()
{
	local code name

	while [[ -s $room/$printed.code ]]; do
		code=$(< "$room/$printed.code")
		read -r name _ <<< "${rows[$printed]}"
		tap_line "$code" "$((++printed))" "$name" "$(< "$room/$((printed - 1))")"
		case $code in
		0) nr[pass]=$((nr[pass] + 1)) ;;
		"$HKJ_SKIP") nr[skip]=$((nr[skip] + 1)) ;;
		*) nr[fail]=$((nr[fail] + 1)) ;;
		esac
	done
}

# Rows of the table on stdin; as many at a time as there are CPUs.
run_checks()
{
	local -A nr=([pass]=0 [fail]=0 [skip]=0)
	local -a rows
	local row function room started=0 printed=0

	mapfile -t rows
	room=$(mktemp -d) || return
	# shellcheck disable=SC2064	# room is a variable of this function
	trap "kill \$(jobs -p) 2> /dev/null; rm -rf '$room'" EXIT
	trap 'exit 130' INT TERM
	exec 3>&2	# for what is no finding: a download that takes a while
	printf 'TAP version 13\n1..%d\n' "${#rows[@]}"
	for row in "${rows[@]}"; do
		if (($(jobs -rp | wc -l) >= $(nproc))); then
			wait -n
			print_ended
		fi
		read -r _ function _ <<< "$row"
		start_check "$function" "$((started++))"
	done
	wait
	print_ended
	((printed == ${#rows[@]})) || die "a check was ended from outside"
	printf '# Totals: pass:%d fail:%d skip:%d\n' \
		"${nr[pass]}" "${nr[fail]}" "${nr[skip]}"
	((nr[fail] == 0))
}
