# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Checks of C and shell code by the tools made for it.

c_folders=(include module selftests user tests bench)

# What checkpatch is not to say, and why.
checkpatch_ignore=(
	# Lists that X() expands cannot stand in parentheses, use X many times,
	# and each expansion picks the columns that it needs; iterators, too,
	# use their arguments more than once.
	COMPLEX_MACRO
	MACRO_ARG_REUSE
	MACRO_ARG_UNUSED
	# A member or a file of that name is meant, not a value.
	MACRO_ARG_PRECEDENCE
	# Messages are not broken, so that they can be searched for.
	LONG_LINE_STRING
	# A macro that makes a whole function may return from it.
	MACRO_WITH_FLOW_CONTROL
	# "#define X(id, name) [id] = name," is an initialiser, not an index.
	BRACKET_SPACE
	# LINUX_VERSION_CODE is taken for a constant on the left; where versions
	# may be asked is a check of our own.
	CONSTANT_COMPARISON
	LINUX_VERSION_CODE
)

# Not to be said of the contract besides, which both worlds compile:
checkpatch_ignore_contract=(
	# BIT() is the kernel's own.
	BIT_MACRO
	# It takes "unsigned __int128" for a bare unsigned.
	UNSPECIFIED_INT
)

# Not to be said of programs besides:
checkpatch_ignore_user=(
	# These are the kernel's own: types, macros, string functions.
	PREFER_KERNEL_TYPES
	PREFER_FALLTHROUGH
	PREFER_DEFINED_ATTRIBUTE_MACRO
	ARRAY_SIZE
	BIT_MACRO
	STRCPY
	STRLCPY
	STRNCPY
	SSCANF_TO_KSTRTO
	# errno may be ENOSYS there for any reason.
	ENOSYS
	# A program has no other way to ask.
	ARCH_DEFINES
	# Tests declare the functions that the linker makes (--wrap), and write
	# bad input on purpose.
	AVOID_EXTERNS
	QUOTED_WHITESPACE_BEFORE_NEWLINE
)

# Words in mixed case that are none of ours: <inttypes.h>, cmocka and zlib.
checkpatch_words=(PRId64 PRIu64 PRIx64 PRIX64 SCNd64 SCNu64 SCNx64 CMUnitTest
	gzFile)

join_comma()
{
	(IFS=,; printf '%s' "$*")
}

# run_checkpatch IGNORED FILE...: checkpatch keeps the words of include/ that are in
# mixed case in a file of the current folder. It gets a folder of its own, with
# our list in that file.
run_checkpatch()
{
	local ignored=$1

	shift
	[[ $# -gt 0 ]] || return 0
	(cd "$checkpatch_room" &&
		perl "$tool" --no-tree --root=. --strict --terse --quiet --no-summary \
			--show-types --color=never --ignore "$ignored" \
			--file "${@/#/$HKJ_ROOT/}" 2>&1) |
		sed "s|^$HKJ_ROOT/||"
}

checkpatch_all()
{
	local common
	local -a module contract user

	# TRACE_EVENT() has a form of its own, which checkpatch does not know.
	mapfile -t module < <(c_files module | grep -vx module/trace.h)
	mapfile -t contract < <(c_files include)
	mapfile -t user < <(c_files selftests user tests bench)
	common=$(join_comma "${checkpatch_ignore[@]}")
	run_checkpatch "$common" "${module[@]}"
	run_checkpatch "$common,$(join_comma "${checkpatch_ignore_contract[@]}")" \
		"${contract[@]}"
	run_checkpatch "$common,$(join_comma "${checkpatch_ignore_user[@]}")" \
		"${user[@]}"
}

check_checkpatch()
{
	local tool checkpatch_room output

	tool=$(kernel_tool checkpatch.pl) || skip "$tool"
	checkpatch_room=$(mktemp -d) || return
	mkdir "$checkpatch_room/include"
	printf '%s\n' "${checkpatch_words[@]}" \
		> "$checkpatch_room/.checkpatch-camelcase.date.0"
	output=$(checkpatch_all)
	rm -rf "$checkpatch_room"
	found "$output"
}

check_kernel_doc()
{
	local tool
	local -a files

	tool=$(kernel_tool kernel-doc) || skip "$tool"
	mapfile -t files < <(c_files "${c_folders[@]}" | xargs -r grep -l '/\*\*$')
	[[ ${#files[@]} -gt 0 ]] || return 0
	perl "$tool" -none -Werror "${files[@]}" 2>&1 |
		grep -v '^[0-9]* warnings as Errors$'
	return "${PIPESTATUS[0]}"
}

# run_clang_format MODE FILE...: files that are to be looked at as a whole take
# one call together, the others one each.
run_clang_format()
{
	local mode=$1 file options code=0
	local -a whole=() lines

	shift
	[[ $# -gt 0 ]] || return 0
	while read -r file options; do
		if [[ ! $options ]]; then
			whole+=("$file")
			continue
		fi
		read -ra lines <<< "$options"
		# shellcheck disable=SC2086	# a mode is a list of words
		clang-format $mode "${lines[@]}" "$file" || code=1
	done < <(awk -f scripts/style/format.awk "$@")
	# shellcheck disable=SC2086
	[[ ${#whole[@]} -eq 0 ]] || clang-format $mode "${whole[@]}" || code=1
	return "$code"
}

# Lay out the files named (all of them without a name) as the check wants it.
format_files()
{
	[[ $# -gt 0 ]] || mapfile -t files < <(c_files "${c_folders[@]}")
	run_clang_format -i "${@:-${files[@]}}"
}

check_clang_format()
{
	local output
	local -a files

	have clang-format clang-format
	mapfile -t files < <(c_files "${c_folders[@]}")
	output=$(run_clang_format '--dry-run -Werror' "${files[@]}" 2>&1) && return
	# The findings without their pictures; all of it if it did not even start.
	grep ': error: ' <<< "$output" || printf '%s\n' "$output"
	return 1
}

# The module is compiled anew, since only what is compiled is looked at: under
# sparse, with the warnings of W=1.
check_sparse()
{
	local room output code

	have sparse sparse
	[[ -x scripts/modules.sh ]] || skip "scripts/modules.sh is missing"
	room=$(mktemp -d) || return
	output=$(timeout 600 scripts/modules.sh build --kernel 6.12 --out "$room" C=2 W=1 2>&1)
	code=$?
	rm -rf "$room"
	[[ $code -ne "$HKJ_CANNOT" ]] || skip "${output##*$'\n'}"
	output=${output//$room\//}
	! grep -E '(warning|error):' <<< "$output" || return 1
	[[ $code -eq 0 ]] || tail -n 5 <<< "$output"
	return "$code"
}

check_cppcheck()
{
	local header=/usr/include/jansson.h
	local -a files macros=()

	have cppcheck cppcheck
	mapfile -t files < <(c_files user tests selftests bench | grep '\.c$')
	[[ ${#files[@]} -gt 0 ]] || return 0
	# Its loops over arrays and objects are macros that cppcheck has to know.
	[[ ! -e $header ]] || macros=("--include=$header")
	# ctuuninitvar: it takes a structure for uninitialised that is handed to
	# the very function that fills it.
	cppcheck --quiet --error-exitcode=1 --std=c11 --language=c \
		--enable=warning,performance,portability --inline-suppr \
		--suppress=missingIncludeSystem --suppress=ctuuninitvar --library=posix,gnu \
		--template='{file}:{line}: {severity}: {message} [{id}]' \
		-I include -I user "${macros[@]}" "${files[@]}" 2>&1
}

# What shellcheck is not to say, and why.
shellcheck_ignore=(
	SC1010	# "done" is a state of a session
	SC1090	# what is sourced may be named at run time ...
	SC1091	# ... and may be there in a guest only
	SC2016	# awk, sed and apt expand what stands in single quotes
	SC2034	# a part sets variables for the script that sources it
	SC2054	# commas belong to options of QEMU
	SC2154	# a part gets its variables from the script that sources it
	SC2187	# ash is looked at as dash, and that is fine
	SC2317	# functions are called by name, from tables
)

check_shellcheck()
{
	local -a files

	have shellcheck shellcheck
	mapfile -t files < <(shell_files)
	[[ ${#files[@]} -gt 0 ]] || return 0
	shellcheck --format=gcc --external-sources --source-path=SCRIPTDIR \
		--severity=info --exclude="$(join_comma "${shellcheck_ignore[@]}")" \
		"${files[@]}"
}
