#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# install.sh: put module and tool, both built, with the tool's man pages and
# completion, into the running system or below DESTDIR. Environment: DESTDIR,
# PREFIX (default /usr/local).

set -eu

. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

release=$(uname -r)
module=$HKJ_ROOT/build/modules/$release/hkjitter.ko
folder=${DESTDIR:-}/lib/modules/$release/updates

[[ -e $module ]] || die "no module for $release: run make first"
install -D -m 644 "$module" "$folder/hkjitter.ko" ||
	die -$HKJ_CANNOT "cannot write to $folder: run as root, or set DESTDIR"
if [[ -z ${DESTDIR:-} ]]; then
	depmod "$release"
fi
make -s -C "$HKJ_ROOT/user" install
step "installed: modprobe hkjitter loads the module, hkjitter --help tells the rest"
