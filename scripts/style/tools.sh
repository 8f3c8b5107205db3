# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The kernel's own checkers. Debian ships them inside its linux-source package
# alone: the package is downloaded, the few files are kept in the cache, and the
# rest is thrown away. The package lists of the machine say where it is.

# The series whose checkers are used, best first: both Debian 12 and 13 have
# the first one, so that all machines judge alike.
kernel_tool_series=(6.12 6.1)

kernel_tool_files=(checkpatch.pl spelling.txt const_structs.checkpatch
		   kernel-doc get_abi.pl)

# How long a download may take, in seconds.
kernel_tool_timeout=300

# The newest complete set in the cache, if there is one.
cached_kernel_tools()
{
	local series folder

	for series in "${kernel_tool_series[@]}"; do
		for folder in "$HKJ_CACHE/style/$series".*; do
			[[ -e $folder/get_abi.pl ]] && printf '%s\n' "$folder"
		done | sort -V | tail -n 1 | grep . && return
	done
}

# The package's newest version that apt can see: "6.12.117-1~deb12u1".
source_version()
{
	apt-cache show --no-all-versions "linux-source-$1" 2> /dev/null |
		sed -n 's/^Version: //p' | head -n 1
}

# unpack_tools PACKAGE SERIES FOLDER: the archive in the package is read only as
# far as the last file wanted, so the writers before tar see a closed pipe.
unpack_tools()
{
	local top=linux-source-$2

	dpkg-deb --fsys-tarfile "$1" 2> /dev/null |
		tar -xO "./usr/src/$top.tar.xz" 2> /dev/null |
		tar -xJ --occurrence=1 --strip-components=2 -C "$3" \
			"${kernel_tool_files[@]/#/$top/scripts/}"
}

# download_tools SERIES FOLDER
download_tools()
{
	local work package code=1

	work=$(mktemp -d "$HKJ_CACHE/style/download.XXXXXX") || return
	# apt's own user has to write here; without it apt warns and goes on.
	chown _apt: "$work" 2> /dev/null
	mkdir "$work/tools"
	if (cd "$work" && timeout "$kernel_tool_timeout" \
		apt-get -qq download "linux-source-$1") >&2; then
		package=$(find "$work" -name '*.deb')
		unpack_tools "$package" "$1" "$work/tools" >&2 &&
			mv -T "$work/tools" "$2"
		code=$?
	fi
	rm -rf "$work"
	return "$code"
}

fetch_kernel_tools()
{
	local series version folder

	for series in "${kernel_tool_series[@]}"; do
		version=$(source_version "$series")
		[[ $version ]] || continue
		folder=$HKJ_CACHE/style/$version
		step "fetching the kernel's checkers from linux-source-$series (150 MB, once)"
		download_tools "$series" "$folder" && printf '%s\n' "$folder" && return
	done
	return 1
}

# Print the folder of the checkers; download them if they are not there yet.
# Checks that run side by side wait for the first of them to do so.
kernel_tools()
{
	cached_kernel_tools | grep . && return
	mkdir -p "$HKJ_CACHE/style" 2> /dev/null && [[ -w $HKJ_CACHE/style ]] || return
	take_lock "$HKJ_CACHE/style/.lock" "$kernel_tool_timeout" \
		"it fetches the kernel's checkers" 2>&3
	cached_kernel_tools | grep . || fetch_kernel_tools 2>&3
}

# kernel_tool NAME: print the checker's path, or end as skip does.
kernel_tool()
{
	local folder

	have perl perl
	folder=$(kernel_tools) ||
		skip "$1 is not in $HKJ_CACHE/style, and linux-source-6.12 could not be fetched"
	printf '%s\n' "$folder/$1"
}
