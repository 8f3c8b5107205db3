#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Loading and unloading leave nothing behind and start nothing.

. "$(dirname "$0")/hkj.sh"

ROUNDS=10

no_threads()
{
	! pgrep -x 'hkjitter/[0-9]*' > /dev/null
}

rounds()
{
	local i

	for ((i = 0; i < ROUNDS; i++)); do
		unload && load || return 1
		[ -d "$S" ] && [ -c /dev/hkjitter ] || return 1
	done
}

nothing_left()
{
	[ ! -e "$S" ] && [ ! -e "$D" ] && [ ! -e /dev/hkjitter ] &&
		! grep -q hkjitter /proc/modules
}

begin 7
check "loading starts no thread" no_threads
check_equal "state after loading" idle "$(get state)"
check_equal "no target directory before a session" "" "$(ls -d "$S"/cpu[0-9]* 2> /dev/null)"
check "load and unload $ROUNDS times" rounds
unload
check "unloading leaves no file" nothing_left
load
check "it loads again" test -d "$S"
end
