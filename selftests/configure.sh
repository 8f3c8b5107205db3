#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Each setting takes what it documents, reads back what was written, and rejects
# nonsense without changing anything.

. "$(dirname "$0")/hkj.sh"

# FILE VALUE pairs that are taken and read back as they are.
good="cpus:isolated cpus:0 cpus:$(sed 's/.*-//' /sys/devices/system/cpu/possible)
workload:user workload:kernel
threshold_ns:0 threshold_ns:1 threshold_ns:500 threshold_ns:1000000000
duration_ms:0 duration_ms:1 duration_ms:31622400000
policy:other policy:fifo:1 policy:fifo:98 policy:other
stop_above_ns:0 stop_above_ns:20000 stop_above_ns:3600000000000"

bad_cpus="|all|N|0-1:1/2| 1|1 |1"$'\f'"|x|-1|1-|3-1|isolated1|ISOLATED|99999|0,,99999|0x1|none"
bad_numbers="|-1|1 |  1|1.5|1e3|0x10|ten|99999999999999999999|18446744073709551616|1;2|+5"
bad_policies="|FIFO:1|fifo|fifo:|fifo:0|fifo:99|fifo:-1|fifo:1x|fifo: 1|rr:1|deadline|other:1|fifo:4294967297"
bad_workloads="|USER|users|KERNEL|kernel kernel|0"
bad_runs="|2|-1|yes|01|1 1|on"

takes_all()
{
	local pair file value

	for pair in $good; do
		file=${pair%%:*} value=${pair#*:}
		[ "$(put "$file" "$value")" = ok ] && [ "$(get "$file")" = "$value" ] &&
			continue
		note "$file: '$value' reads '$(get "$file")'"
		return 1
	done
}

# rejects FILE VALUES ERRNO: values apart by |; the first is the empty one.
rejects()
{
	local file=$1 before value answer rest="$2|"

	before=$(get "$file")
	while [ -n "$rest" ]; do
		value=${rest%%|*} rest=${rest#*|}
		answer=$(put "$file" "$value")
		[ "$answer" = "$3" ] && [ "$(get "$file")" = "$before" ] &&
			[ -n "$(get last_error)" ] && continue
		note "$file: '$value' answered '$answer', reads '$(get "$file")', last_error '$(get last_error)'"
		return 1
	done
}

rejects_nul()
{
	! printf '5\0006\n' > "$S/threshold_ns" && [ "$(get threshold_ns)" = 7 ]
} 2> /dev/null

# The shell would write the two lines one after the other.
rejects_second_newline()
{
	! printf '5\n\n' | dd of="$S/threshold_ns" bs=16 iflag=fullblock &&
		[ "$(get threshold_ns)" = 7 ]
} 2> /dev/null

rejects_long()
{
	! head -c 5000 /dev/zero | tr '\0' 1 > "$S/cpus" && [ "$(get cpus)" = isolated ]
} 2> /dev/null

EINVAL="Invalid argument"

begin 15
check "settings take and give back what they document" takes_all
reset_config
check "cpus rejects nonsense" rejects cpus "$bad_cpus" "$EINVAL"
check "threshold_ns rejects nonsense" rejects threshold_ns "$bad_numbers|1000000001" "$EINVAL"
check "duration_ms rejects nonsense" rejects duration_ms "$bad_numbers|31622400001" "$EINVAL"
check "stop_above_ns rejects nonsense" rejects stop_above_ns "$bad_numbers|3600000000001" "$EINVAL"
check "policy rejects nonsense" rejects policy "$bad_policies" "$EINVAL"
check "workload rejects nonsense" rejects workload "$bad_workloads" "$EINVAL"
check "run rejects nonsense" rejects run "$bad_runs" "$EINVAL"
put threshold_ns 7 > /dev/null
check "a NUL inside is no end" rejects_nul
check "a second newline is no part of a number" rejects_second_newline
check "a page of digits is no list" rejects_long
check_equal "a write that is taken clears last_error" "" "$(put threshold_ns 0 > /dev/null; get last_error)"
check_equal "a list is given back in short" "0-1" "$(put cpus 0,1 > /dev/null; get cpus)"
check_equal "a value without a newline is taken" 12 "$(printf 12 > "$S/duration_ms"; get duration_ms)"
end
