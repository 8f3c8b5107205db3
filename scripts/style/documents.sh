# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Checks of the documents: their form, and that what they name is there.

abi_folder=Documentation/ABI

# get_abi.pl tells errors on stderr and exits 0 all the same.
check_abi_form()
{
	local tool

	tool=$(kernel_tool get_abi.pl) || skip "$tool"
	[[ -d $abi_folder ]] || { echo "$abi_folder is missing"; return 1; }
	found "$(perl "$tool" --dir "$abi_folder" validate 2>&1
		abi_fields)"
}

# The fields that each entry must have, as Documentation/ABI/README of the
# kernel says; get_abi.pl knows only some of them.
abi_fields()
{
	local file

	while read -r file; do
		awk '
		function missing(field) { print FILENAME ":" start ": " what ": no " field ":" }
		function close_entry() {
			if (!start) return
			for (i = 1; i <= n; i++)
				if (!(field[i] in has)) missing(field[i])
			split("", has)
		}
		BEGIN { n = split("Date KernelVersion Contact Description Users", field, " ") }
		/^What:/ {
			if (!in_what) { close_entry(); start = FNR; what = $2 }
			in_what = 1; next
		}
		/^[A-Z][A-Za-z]*:/ { in_what = 0; sub(/:.*/, "", $1); has[$1] = 1 }
		END { close_entry() }' "$file"
	done < <(tree_files | grep "^$abi_folder/[a-z]*/")
}

# Names of files that a source makes: rows of its tables, "FIGURE(name, ...",
# attributes, and what it hands to debugfs.
made_files()
{
	sed -nE \
		-e 's/^(FILE|FIGURE)(_[A-Z]+)?\(([a-z][a-z0-9_]*)[,)].*/\3/p' \
		-e 's/.*__(BIN_)?ATTR(_[A-Z]+)?\(([a-z][a-z0-9_]*)[,)].*/\3/p' \
		-e 's/.*\bname = "([a-z][a-z0-9_]*)".*/\1/p' \
		-e 's/.*debugfs_create_file\("([a-z][a-z0-9_]*)".*/\1/p' "$1" |
		grep -vx name | sort -u
}

# Names of files that an ABI document describes below a folder.
described_files()
{
	sed -nE "s|^What:[ \t]+$2/([a-z][a-z0-9_]*)\$|\1|p" "$1" | sort -u
}

# same_files SOURCE ABI-FILE FOLDER
same_files()
{
	local made described

	[[ -e $1 ]] || { echo "$1 is missing"; return; }
	[[ -e $abi_folder/testing/$2 ]] || { echo "$abi_folder/testing/$2 is missing"; return; }
	made=$(made_files "$1")
	described=$(described_files "$abi_folder/testing/$2" "$3")
	[[ $made ]] || { echo "$1: no file names found: see made_files in scripts/style/documents.sh"; return; }
	comm -3 <(printf '%s\n' "$made") <(printf '%s\n' "$described") |
		sed -E "s|^\t(.*)|$2: $1 makes no file \1|; t; s|^|$1: not described in $2: |"
}

check_abi_files()
{
	found "$(same_files module/sysfs.c sysfs-kernel-hkjitter /sys/kernel/hkjitter
		same_files module/sysfs_cpu.c sysfs-kernel-hkjitter '/sys/kernel/hkjitter/cpu<N>'
		same_files module/debugfs.c debugfs-hkjitter '/sys/kernel/debug/hkjitter/cpu<N>'
		same_files module/device.c dev-hkjitter /dev)"
}

documents()
{
	tree_files | grep -E '\.(md|rst)$'
}

# Targets of links, "LINE TARGET": [text](target) and `text <target>`_, but for
# those to other places and inside the same page.
link_targets()
{
	grep -noE '\]\([^)]+\)|`[^`<]*<[^>]+>`_' "$1" |
		sed -E 's/^([0-9]+):.*[(<]([^)>]*)[)>].*/\1 \2/' |
		grep -vE ' ([a-z]+:|#)' | sed 's/#.*//'
}

# Files of the tree that are named in literals, "LINE PATH". A path counts if it
# starts with a folder or is a file of the tree's top; so does "make TARGET".
literal_words()
{
	grep -noE '`+[^`]+`+' "$1" | sed -E 's/^([0-9]+):`+([^`]+)`+$/\1 \2/'
}

top_folders='(\.ci|Documentation|bench|include|module|scripts|selftests|tests|user)'

named_paths()
{
	literal_words "$1" | grep -E "^[0-9]+ (\./)?$top_folders/[^ ]*$" |
		grep -vE '[<>…]|\.\.\.'
}

named_targets()
{
	{ literal_words "$1"; grep -nE '^ *(sudo )?make [a-z]' "$1" | sed 's/:/ /'; } |
		sed -nE 's/^([0-9]+) +(\$ |# )?(sudo )?make ([a-z][a-z-]*)( .*)?$/\1 \4/p' | sort -u
}

# is_there BASE NAME: patterns are fine as long as they match something.
is_there()
{
	compgen -G "$1${2%/}" > /dev/null
}

check_links()
{
	local file line name folder out=

	while read -r file; do
		[[ $file == */* ]] && folder=${file%/*}/ || folder=
		while read -r line name; do
			is_there "$folder" "$name" || out+="$file:$line: there is no $name"$'\n'
		done < <(link_targets "$file")
		while read -r line name; do
			is_there '' "$name" || out+="$file:$line: there is no $name"$'\n'
		done < <(named_paths "$file")
		while read -r line name; do
			grep -qE "^([a-z -]+ )?$name( [a-z -]+)?:" Makefile 2> /dev/null ||
				out+="$file:$line: Makefile has no target $name"$'\n'
		done < <(named_targets "$file")
	done < <(documents)
	found "${out%$'\n'}"
}

check_rst()
{
	local file out=

	have rst2pseudoxml python3-docutils
	while read -r file; do
		out+=$(rst2pseudoxml --report=2 "$file" 2>&1 > /dev/null)
	done < <(documents | grep '\.rst$')
	found "$out"
}
