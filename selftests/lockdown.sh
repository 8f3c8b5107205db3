#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# A kernel that is locked down: what is loaded measures on, at both levels; the
# device hands out everything. Nothing takes a lockdown back but a new boot, so this
# is the last test of one.

. "$(dirname "$0")/hkj.sh"

level=/sys/kernel/security/lockdown

is_refused()
{
	! insmod "$1" 2> /dev/null
}

mountpoint -q /sys/kernel/security || mount -t securityfs securityfs /sys/kernel/security
[ -w "$level" ] || ktap_skip_all "a kernel with lockdown"
begin 9
echo integrity > "$level"
check "integrity: a session" run_session 100
check "integrity: the books balance" books_balance
check "integrity: sysfs takes a setting" test "$(put threshold_ns 900)" = ok
check "integrity: debugfs can be read" grep -q class "$D/cpu$target/sources"
reset_config
echo confidentiality > "$level"
check "confidentiality: a session" run_session 100
check "confidentiality: the books balance" books_balance
check "confidentiality: the sources are in the device" "$BIN/books" "$target"
check "confidentiality: no module can be loaded that is not signed" \
	is_refused "$(dirname "$HKJ_MODULE")/hkj_inject.ko"
end
