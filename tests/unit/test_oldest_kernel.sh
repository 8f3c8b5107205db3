#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# test_oldest_kernel.sh: a build for a kernel that is too old ends at once, in one
# line that names the oldest one; that one and later ones are built for, and any one
# cleans. The kernels are folders whose makefiles read Kbuild where those of a kernel
# do, hand it a version, and compile nothing.

set -u

root=$(cd "${UNIT_DATA:?}/../../.." && pwd -P) || exit 1
room=$(mktemp -d) || exit 1
trap 'rm -rf "$room"' EXIT
nr=0 failed=0

# ok NAME RC
ok()
{
	nr=$((nr + 1))
	if (($2)); then
		failed=1
		echo "not ok $nr - $1"
		sed 's/^/# /' "$room/log"
	else
		echo "ok $nr - $1"
	fi
}

# make_kernel VERSION PATCHLEVEL: a folder as tests/vm/kernels.sh makes it
make_kernel()
{
	local release=$1.$2.0 headers=$room/$1.$2.0/usr/src/linux-headers-$1.$2.0

	mkdir -p "$headers/scripts" || exit 1
	echo "$release" > "$room/$release/release"
	cat > "$headers/Makefile" <<-END
	VERSION = $1
	PATCHLEVEL = $2
	KERNELVERSION = $release
	export VERSION PATCHLEVEL KERNELVERSION
	modules: ; \$(MAKE) -f ./scripts/Makefile.build obj=\$(M)
	clean: ; \$(MAKE) -f ./scripts/Makefile.clean obj=\$(M)
	.PHONY: modules clean
	END
	printf '%s\n' 'all: ; touch $(obj)/is-built' 'include $(obj)/Kbuild' > "$headers/scripts/Makefile.build"
	printf '%s\n' 'all: ; touch $(obj)/is-clean' 'include $(obj)/Kbuild' > "$headers/scripts/Makefile.clean"
}

# build RELEASE: as a user builds; what it says is in the log
build()
{
	"$root/scripts/modules.sh" build --kernel "$room/$1" --out "$room/out-$1" > "$room/log" 2>&1
}

# is_refused RELEASE: it failed, made nothing, and said why in one line
is_refused()
{
	! build "$1" && [[ ! -e $room/out-$1/is-built ]] &&
		(($(grep -c "needs Linux 6\.1 or later: .* Linux $1" "$room/log") == 1))
}

# is_built RELEASE
is_built()
{
	build "$1" && [[ -e $room/out-$1/is-built ]]
}

# is_cleaned RELEASE: through its headers, in the folder of a build
is_cleaned()
{
	make -C "$room/$1/usr/src/linux-headers-$1" "M=$room/out-$1" clean > "$room/log" 2>&1 &&
		[[ -e $room/out-$1/is-clean ]]
}

for version in '4 19' '5 10' '6 0'; do
	# shellcheck disable=SC2086	# two words
	make_kernel $version
	is_refused "${version/ /.}.0"
	ok "Linux ${version/ /.} is refused" $?
	is_cleaned "${version/ /.}.0"
	ok "Linux ${version/ /.} cleans" $?
done
for version in '6 1' '6 12' '7 3' '10 0'; do
	# shellcheck disable=SC2086	# two words
	make_kernel $version
	is_built "${version/ /.}.0"
	ok "Linux ${version/ /.} is built for" $?
done
echo "1..$nr"
exit $failed
