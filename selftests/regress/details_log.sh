#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Reading the sources of a target made a fortified kernel warn: the parts of the
# longest gaps were copied as one array of arrays.

. "$(dirname "$0")/../hkj.sh"

begin 3
check "a session" run_session 100
check "its sources can be read" cat "$D/cpu$target/sources"
end
