# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The guest's initramfs: busybox, init and the modules that reach the host's
# file system. Kept in the cache by content; the same input gives the same
# bytes, which the instruction-exact clock needs. Meant to be sourced.
# shellcheck disable=SC2154	# $here is boot.sh's

initramfs_modules=(virtio_pci 9pnet_virtio 9p overlay)

# Module files in the order of loading, for a kernel folder and its release; none
# where all of them are built in.
module_files()
{
	local name

	for name in "${initramfs_modules[@]}"; do
		/sbin/modprobe -d "$1" -S "$2" --show-depends "$name" || return
	done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }'
}

# put_module FILE DIR: uncompressed, busybox cannot do it.
put_module()
{
	local name=${1##*/}

	name=${name%.ko*}.ko
	case $1 in
	*.xz) xz -dc "$1" ;;
	*.zst) zstd -dcq "$1" ;;
	*.gz) gzip -dc "$1" ;;
	*) cat "$1" ;;
	esac > "$2/modules/$name" || return
	printf '%s\n' "$name" >> "$2/modules/order"
}

# fill DIR FILE...: the tree that becomes the initramfs.
fill_initramfs()
{
	local dir=$1 file

	shift
	mkdir -p "$dir"/{bin,modules,dev,proc,sys} && : > "$dir/modules/order" || return
	cp "$(command -v busybox)" "$dir/bin/busybox" || return
	cp "$here/init" "$dir/init" && chmod 755 "$dir/init" || return
	for file; do
		put_module "$file" "$dir" || return
	done
	find "$dir" -exec touch -h -d @0 {} +
}

# make_initramfs KERNEL_DIR RELEASE: print the path of a ready initramfs.
make_initramfs()
{
	local room=$HKJ_CACHE/initramfs list key final scratch
	local -a files=()

	list=$(module_files "$1" "$2") || return
	[[ -z $list ]] || mapfile -t files <<< "$list"
	key=$(cat "$(command -v busybox)" "$here/init" "${files[@]}" | sha256sum | cut -c 1-32)
	final=$room/$key.cpio
	if [[ ! -f $final ]]; then
		scratch=$(mktemp -d "$HKJ_CACHE/.initramfs.XXXXXX") || return
		fill_initramfs "$scratch/root" "${files[@]}" &&
			mkdir -p "$room" &&
			(cd "$scratch/root" && find . | LC_ALL=C sort |
				cpio --quiet --reproducible -R 0:0 -o -H newc) > "$scratch/cpio" &&
			mv "$scratch/cpio" "$final"
		rm -rf "$scratch"
		# Those of kernels that are long gone.
		find "$room" -name "*.cpio" -mtime +30 -delete
	fi
	[[ -f $final ]] && printf '%s\n' "$final"
}
