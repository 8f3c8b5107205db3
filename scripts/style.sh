#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# All style checks of the tree: one numbered TAP line each, what was found as
# "# ..." lines below it, and the totals at the end.
#
#	style.sh [CHECK...]	run these checks (default: all)
#	style.sh --list		name the checks, run nothing
#	style.sh --format [FILE...]
#				lay out C files as the check clang-format wants
#				it (default: all)
#	style.sh --prove [CHECK...]
#				plant a fault in a copy of the tree for each
#				check, and see that the check finds it
#
# Exit: 0 nothing found, 1 something found, 2 usage.
#
# A check is a row of the table below and a function that prints what it finds,
# one finding a line with its file and line number. The function returns 0 if
# the tree is clean, 1 if it is not, and calls skip if it cannot tell.

set -u

. "$(dirname "${BASH_SOURCE[0]}")/env.sh"
cd "$HKJ_ROOT" || exit "$HKJ_FAIL"
. "$HKJ_ROOT/scripts/style/lib.sh"
. "$HKJ_ROOT/scripts/style/tools.sh"
. "$HKJ_ROOT/scripts/style/code.sh"
. "$HKJ_ROOT/scripts/style/shape.sh"
. "$HKJ_ROOT/scripts/style/documents.sh"

checks=(
	'checkpatch	check_checkpatch	kernel coding style'
	'kernel-doc	check_kernel_doc	comments of public functions and structures'
	'clang-format	check_clang_format	white space and indentation of C'
	'sparse		check_sparse		the module under sparse and W=1'
	'cppcheck	check_cppcheck		C of tool and tests'
	'shellcheck	check_shellcheck	shell scripts'
	'version-checks	check_version_checks	kernel versions are asked in module/compat/ alone'
	'trace-rooms	check_trace_rooms	tracepoints are made and found in one place each'
	'includes	check_includes		includes run one way only'
	'exits		check_exits		the tool ends in main alone'
	'hot-path	check_hot_path		no lock, print, allocation or division in the loop'
	'spdx		check_spdx		licence in the first line'
	'file-size	check_file_size		no file over 600 lines'
	'places		check_places		no path or host of one machine'
	'kbuild		check_kbuild		each file of module/ is built'
	'version	check_version		the version is the same wherever it stands'
	'abi-form	check_abi_form		form of Documentation/ABI'
	'abi-files	check_abi_files		Documentation/ABI against the module'
	'links		check_links		files and targets that the documents name'
	'rst		check_rst		syntax of the .rst documents'
)

list_checks()
{
	local row name about

	for row in "${checks[@]}"; do
		read -r name _ about <<< "$row"
		printf '%-16s %s\n' "$name" "$about"
	done
}

# The rows named; all of them without a name.
select_checks()
{
	local name row found

	[[ $# -gt 0 ]] || { printf '%s\n' "${checks[@]}"; return; }
	for name; do
		found=
		for row in "${checks[@]}"; do
			[[ $row == "$name	"* ]] && found=$row
		done
		[[ $found ]] ||
			die "-$HKJ_USAGE" "there is no check '$name': scripts/style.sh --list names them"
		printf '%s\n' "$found"
	done
}

main()
{
	local rows

	case ${1-} in
	--list)
		list_checks
		;;
	--format)
		shift
		format_files "$@"
		;;
	--prove)
		shift
		rows=$(select_checks "$@") || exit
		. "$HKJ_ROOT/scripts/style/prove.sh"
		prove_checks <<< "$rows"
		;;
	-*)
		die "-$HKJ_USAGE" "unknown option '$1': the options are --list, --format and --prove"
		;;
	*)
		rows=$(select_checks "$@") || exit
		run_checks <<< "$rows"
		;;
	esac
}

main "$@"
