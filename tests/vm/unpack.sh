# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# From Debian's packages to a kernel folder that QEMU can boot and modules can
# be built against, without being installed. Meant to be sourced.
#
#	boot/vmlinuz boot/vmlinux	vmlinux saves the guest the decompression
#	lib/modules/RELEASE		with depmod's indexes
#	usr/src usr/lib			headers and kbuild, if asked for
#	release version series		one word each

# number FILE OFFSET SIZE: an unsigned little-endian number.
number()
{
	od -An -v -t "u$3" -j "$2" -N "$3" --endian=little "$1" | tr -d ' '
}

# The compressed vmlinux inside a bzImage, found through the boot protocol's
# header (setup_sects, payload_offset, payload_length). The kernel's build
# appends four bytes to it, at which the decompressors grumble.
extract_vmlinux()
{
	local image=$1 start length magic
	local -a unpack

	start=$((($(number "$image" 0x1f1 1) + 1) * 512 + $(number "$image" 0x248 4)))
	length=$(number "$image" 0x24c 4)
	magic=$(od -An -t x1 -j "$start" -N 4 "$image" | tr -d ' ')
	case $magic in
	fd377a58) unpack=(xz -dc --single-stream) ;;
	28b52ffd) unpack=(zstd -dc) ;;
	1f8b*) unpack=(gzip -dc) ;;
	*) return 1 ;;
	esac
	tail -c "+$((start + 1))" "$image" | head -c "$length" |
		"${unpack[@]}" 2> /dev/null > "$2"
	[[ $(head -c 4 "$2" | tr -d '\0') == $'\x7fELF' ]]
}

# image_file DIR RELEASE: from 7.0 on it lies beside the modules.
image_file()
{
	if [[ -f $1/lib/modules/$2/vmlinuz ]]; then
		printf '%s\n' "$1/lib/modules/$2/vmlinuz"
	else
		printf '%s\n' "$1/boot/vmlinuz-$2"
	fi
}

# tidy_image DIR RELEASE: names without the release, one place for modules.
tidy_image()
{
	local dir=$1 release=$2

	if [[ ! -d $dir/lib/modules ]]; then
		mkdir -p "$dir/lib"
		mv "$dir/usr/lib/modules" "$dir/lib/modules" || return
	fi
	mkdir -p "$dir/boot"
	mv "$(image_file "$dir" "$release")" "$dir/boot/vmlinuz" || return
	extract_vmlinux "$dir/boot/vmlinuz" "$dir/boot/vmlinux" ||
		rm -f "$dir/boot/vmlinux"
	rm -rf "${dir:?}/usr/share" "$dir"/boot/System.map-*
	/sbin/depmod -b "$dir" "$release"
}

# relocate_headers DIR RELEASE FINAL: Debian's headers name their own place by
# absolute paths; FINAL is where DIR will be. Relative links stay right.
relocate_headers()
{
	local src=$1/usr/src/linux-headers-$2 modules=$1/lib/modules/$2

	grep -rlIE --include={Makefile,.kernelvariables} '[ =]/usr/src/' "$src" |
		xargs -r sed -i -E "s,([ =])/usr/src/,\\1$3/usr/src/,g"
	ln -sfn "$3/usr/src/linux-headers-$2" "$modules/build"
	rm -f "$modules/source"
	rm -rf "${1:?}/usr/share"
}

# unpack DIR FINAL RELEASE DEB...: everything into DIR, which becomes FINAL.
unpack()
{
	local dir=$1 final=$2 release=$3 deb

	shift 3
	mkdir -p "$dir" || return
	for deb; do
		dpkg-deb -x "$deb" "$dir" || return
	done
	tidy_image "$dir" "$release" || return
	[[ ! -d $dir/usr/src ]] || relocate_headers "$dir" "$release" "$final"
}
