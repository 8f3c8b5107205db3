#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# test_scrape.sh: metrics of a result go the way that a lab's go: promtool
# checks them, node_exporter's textfile collector reads them, a Prometheus
# scrapes it, and its API hands the values back. Everything listens on
# loopback, keeps its files in one folder, and is waited for with a limit.

set -u

data=${UNIT_DATA:?}
tool=${UNIT_BUILD:?}/user/hkjitter
cache=${HKJ_CACHE:-/var/cache/hkjitter}/tools
room=$(mktemp -d) || exit 1
pids=()
nr=0 failed=0

# ok NAME RC
ok()
{
	nr=$((nr + 1))
	if (($2)); then
		failed=1
		echo "not ok $nr - $1"
	else
		echo "ok $nr - $1"
	fi
}

plan()
{
	echo "1..$nr"
	exit $failed
}

skip_all()
{
	echo "ok 1 - scrape # SKIP $1"
	echo "1..1"
	exit 0
}

stop()
{
	local pid

	for pid in "${pids[@]}"; do
		kill "$pid" 2> /dev/null
	done
	wait
	rm -rf "$room"
}
trap stop EXIT

# find PROGRAM: installed, or unpacked by scripts/setup.sh
find_program()
{
	PATH=$PATH:$cache/usr/bin command -v "$1"
}

if ! promtool=$(find_program promtool) ||
   ! prometheus=$(find_program prometheus) ||
   ! exporter=$(find_program prometheus-node-exporter); then
	skip_all "no prometheus and node_exporter: scripts/setup.sh check brings them"
fi

# free_port: one that nobody listens on at this moment
free_port()
{
	python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# fetch URL: prints the answer
fetch()
{
	python3 -c 'import sys, urllib.request as r
opener = r.build_opener(r.ProxyHandler({}))
print(opener.open(sys.argv[1], timeout=5).read().decode())' "$1" 2> /dev/null
}

# wait_for SECONDS COMMAND...: until it succeeds
wait_for()
{
	local end=$((SECONDS + $1))

	shift
	until "$@"; do
		((SECONDS < end)) || return
		sleep 0.2
	done
}

# query EXPRESSION: prints the value that Prometheus has
query()
{
	fetch "http://127.0.0.1:$prometheus_port/api/v1/query?query=$(
		python3 -c 'import sys, urllib.parse as p; print(p.quote(sys.argv[1]))' "$1")" |
		python3 -c 'import json, sys
for series in json.load(sys.stdin)["data"]["result"]:
    print(series["value"][1])'
}

has_value()
{
	[ -n "$(query hkjitter_gaps)" ]
}

exports()
{
	fetch "http://127.0.0.1:$exporter_port/metrics" > "$room/exported" &&
		grep -q '^hkjitter_gaps' "$room/exported"
}

# wanted PYTHON-EXPRESSION: of the first CPU of the result
wanted()
{
	python3 -c 'import json, sys
cpu = json.load(open(sys.argv[1]))["cpus"][0]
print(eval(sys.argv[2]))' "$data/result.json" "$1"
}

# same NAME QUERY EXPRESSION: nanoseconds become seconds
same()
{
	python3 -c 'import sys
got, want = map(float, sys.argv[1:])
sys.exit(abs(got - want) > 1e-12)' "$(query "$2")" "$(wanted "$3")"
	ok "$1" $?
}

"$tool" report --openmetrics -o "$room/hkjitter.prom" "$data/result.json"
ok "the tool writes metrics" $?
"$promtool" check metrics < "$room/hkjitter.prom" > "$room/lint" 2>&1
ok "promtool finds nothing" $?
[ ! -s "$room/lint" ]
ok "promtool says nothing" $?
for result in real-6.1 real-6.12; do
	"$tool" report --openmetrics "$data/$result.json" | "$promtool" check metrics > /dev/null 2>&1
	ok "promtool finds nothing in $result" $?
done

exporter_port=$(free_port)
prometheus_port=$(free_port)
cat > "$room/config.yml" <<END
global: { scrape_interval: 1s, scrape_timeout: 1s }
scrape_configs:
  - job_name: node
    static_configs: [ { targets: [ "127.0.0.1:$exporter_port" ] } ]
END
"$exporter" --collector.disable-defaults --collector.textfile \
	--collector.textfile.directory="$room" \
	--web.listen-address="127.0.0.1:$exporter_port" > "$room/exporter.log" 2>&1 &
pids+=($!)
"$prometheus" --config.file="$room/config.yml" --storage.tsdb.path="$room/tsdb" \
	--storage.tsdb.retention.size=64MB \
	--web.listen-address="127.0.0.1:$prometheus_port" > "$room/prometheus.log" 2>&1 &
pids+=($!)

wait_for 30 exports
ok "node_exporter exports them" $?
[ "$(grep '^node_textfile_scrape_error' "$room/exported")" = "node_textfile_scrape_error 0" ]
ok "without an error of its collector" $?
wait_for 60 has_value
ok "Prometheus has them" $?
same "number of gaps" 'hkjitter_gaps{cpu="1"}' 'cpu["gaps"]["count"]'
same "longest gap" 'hkjitter_gap_max_seconds{cpu="1"}' 'cpu["gaps"]["max_ns"] / 1e9'
same "lost time" 'hkjitter_lost_seconds{cpu="1"}' 'cpu["gaps"]["total_ns"] / 1e9'
same "percentile" 'hkjitter_gap_percentile_seconds{cpu="1",percentile="99"}' \
	'cpu["gaps"]["percentiles"]["p99"] / 1e9'
same "count of the histogram" 'hkjitter_gap_seconds_count{cpu="1"}' 'cpu["gaps"]["count"]'
same "a source, by its labels" \
	'hkjitter_source_interruptions{cpu="1",function="tlb_remove_table_smp_sync"}' \
	'[s["count"] for s in cpu["sources"] if s["function"] == "tlb_remove_table_smp_sync"][0]'
((failed)) && cat "$room/lint" "$room/exporter.log" "$room/prometheus.log" >&2
plan
