# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Kernels that Debian does not have, made of its source package: with the tracers
# that it leaves out, and with the checkers that find mistakes. They take a
# quarter of an hour each on two cores, so they stay in the cache as long as what
# they are made of is the same. Their folders look as those of unpack.sh.
# Meant to be sourced by kernels.sh.
# shellcheck disable=SC2154	# those are kernels.sh's

# Their configurations, files of tests/vm/kernels/; what a later one says counts.
declare -A made=(
	[perf]='perf'
	[debug]='perf debug'
	[kcsan]='perf kcsan'
)

made_source=linux-source-6.12
made_compiler=gcc-12
made_lock_wait_s=7200

# The one that is in the cache: which point release it is does not matter to the
# tests, so the mirror is asked for a later one with --refresh only.
cached_source()
{
	find "$HKJ_CACHE/source" -name "${made_source}_*.deb" 2> /dev/null |
		sort -V | tail -n 1
}

download_source()
{
	apt_open "$scratch/apt" bookworm || return
	step "fetching Debian's $made_source (150 MB)"
	apt_update >&2 && apt_download "$made_source" >&2 || return
	mkdir -p "$HKJ_CACHE/source" || return
	rm -f "$HKJ_CACHE/source/${made_source}"_*.deb
	mv "$scratch/apt/debs/"*.deb "$HKJ_CACHE/source/"
}

# source_package IS_REFRESH: its path
source_package()
{
	(
		take_lock "$HKJ_CACHE/.source.lock" "$lock_wait_s" "it fetches the kernel's source"
		if (($1)) || [[ -z $(cached_source) ]]; then
			download_source || warn "no $made_source to be had from the mirror"
		fi
	)
	cached_source | grep . ||
		die "cannot fetch $made_source: is the Debian mirror of this machine's apt sources reachable?"
}

# made_config NAME: the options wanted
made_config()
{
	local part

	for part in ${made[$1]}; do
		cat "$here/kernels/$part.config"
	done
}

# made_key NAME PACKAGE: names everything that the result depends on.
made_key()
{
	{
		made_config "$1"
		cat "$here/made.sh"
		printf '%s\n' "${2##*/}"
		"$made_compiler" -dumpfullversion
	} | sha256sum | cut -c 1-32
}

kernel_make()
{
	make -s -C "$source_dir" -j "$(nproc)" CC="$made_compiler" \
		HOSTCC="$made_compiler" KBUILD_BUILD_USER=hkjitter \
		KBUILD_BUILD_HOST=hkjitter "$@" >> "$scratch/log" 2>&1
}

# An option that Kconfig drops without a word would be missed by nobody.
lost_options()
{
	made_config "$1" | awk -v config="$source_dir/.config" '
	BEGIN { while ((getline line < config) > 0) is_there[line] = 1 }
	/^CONFIG_/ { name = $0; sub(/=.*/, "", name); wanted[name] = $0 }
	/^# CONFIG_.* is not set/ { delete wanted[$2] }
	END {
		for (name in wanted)
			if (wanted[name] !~ /=n$/ && !(wanted[name] in is_there))
				print wanted[name]
	}'
}

configure_kernel()
{
	local lost

	made_config "$1" > "$scratch/config"
	kernel_make KCONFIG_ALLCONFIG="$scratch/config" allnoconfig || return
	lost=$(lost_options "$1")
	[[ -z $lost ]] || die "the configuration of $1 cannot be had: ${lost//$'\n'/, }"
}

# lay_out DIR FINAL RELEASE: what was built, into DIR, which becomes FINAL.
lay_out()
{
	local headers=$1/usr/src/linux-headers-$3

	mkdir -p "$1/boot" "$headers" || return
	cp "$source_dir/arch/x86/boot/bzImage" "$1/boot/vmlinuz" &&
		strip -o "$1/boot/vmlinux" "$source_dir/vmlinux" &&
		cp "$source_dir/System.map" "$1/boot/" &&
		kernel_make INSTALL_MOD_PATH="$1" modules_install || return
	# shellcheck disable=SC2016	# the Makefile's variable
	kernel_make run-command KBUILD_RUN_COMMAND='+$(srctree)/scripts/package/install-extmod-build '"$headers" || return
	rm -f "$1/lib/modules/$3/source"
	ln -sfn "$2/usr/src/linux-headers-$3" "$1/lib/modules/$3/build"
}

# compile NAME PACKAGE: into $scratch/out; prints the release.
compile()
{
	local release

	step "compiling the kernel $1 of ${2##*/}, some 15 minutes on two cores"
	dpkg-deb --fsys-tarfile "$2" | tar -xO "./usr/src/$made_source.tar.xz" |
		xz -dc | tar -x -C "$scratch" || return
	configure_kernel "$1" && kernel_make bzImage modules || return
	release=$(make -s -C "$source_dir" kernelrelease) || return
	lay_out "$scratch/out" "$kernels/$release" "$release" >&2 || return
	printf '%s\n' "$release"
}

make_kernel()
{
	local release

	if ! release=$(compile "$1" "$2"); then
		tail -n 30 "$scratch/log" >&2
		die "the kernel $1 does not build"
	fi
	printf '%s\n' "$3" > "$scratch/out/version"
	printf '%s\n' "$1" > "$scratch/out/series"
	printf '%s\n' "$release" > "$scratch/out/release"
	# With the older machine, ACPI's routing table takes 25 s a device there.
	echo q35 > "$scratch/out/machine"
	publish "$scratch/out" "$kernels/$release"
	prune "$1" "$release"
}

# The room of one such kernel, so that nobody waits for it who wants another.
make_made_room()
{
	need apt-get apt vm
	need "$made_compiler" gcc-12 build
	need flex flex kernel
	need bison bison kernel
	need bc bc kernel
	make_cache
	kernels=$HKJ_CACHE/kernels
	mkdir -p "$kernels" || die "cannot write to $kernels"
	take_lock "$kernels/.lock-$1" "$made_lock_wait_s" "it compiles the kernel $1"
	scratch=$kernels/.make-$1
	rm -rf "$scratch"
	mkdir "$scratch" || die "cannot write to $kernels"
	source_dir=$scratch/$made_source
	trap 'rm -rf "$scratch"' EXIT
	trap 'exit 130' INT TERM HUP
}

# fetch_made NAME IS_REFRESH: print the release, after compiling it if need be.
fetch_made()
{
	local package key release source_dir

	make_made_room "$1"
	package=$(source_package "$2") || exit
	key=$(made_key "$1" "$package")
	release=$(cached "$1")
	[[ -n $release && $(< "$kernels/$release/version") == "$key" ]] ||
		make_kernel "$1" "$package" "$key"
	cached "$1"
}
