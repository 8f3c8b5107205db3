#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# test_page.sh: the page in a real browser, from disk, without a network: it
# fits a phone and a desk, logs no error, and loads nothing.

set -u

data=${UNIT_DATA:?}
tool=${UNIT_BUILD:?}/user/hkjitter
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
	else
		echo "ok $nr - $1"
	fi
}

browser=$(command -v chromium || command -v chromium-browser) || {
	echo "ok 1 - page # SKIP no chromium: scripts/setup.sh check brings it"
	echo "1..1"
	exit 0
}

# Frames of several widths in one page, so that the browser starts once. Its
# script tells how wide each frame's content is; it may look into frames from
# disk only with the switch below.
probe()
{
	local page width

	echo '<!DOCTYPE html><body><pre id="out"></pre>'
	for page in "$@"; do
		for width in 375 620 900 1100 1600; do
			echo "<iframe data-name=\"$page\" data-width=\"$width\" src=\"$page.html\" style=\"border:0;width:${width}px;height:800px\"></iframe>"
		done
	done
	cat <<-'END'
	<script>
	window.onload = () => {
		for (const frame of document.querySelectorAll("iframe")) {
			const page = frame.contentDocument;
			const root = page.documentElement;
			const empty = [...page.querySelectorAll("svg")]
				.filter(s => !s.getBoundingClientRect().width).length;
			const cut = [...page.querySelectorAll(".card.scroll")]
				.filter(s => s.scrollWidth > s.clientWidth).length;
			out.textContent += ["frame", frame.dataset.name, frame.dataset.width,
				root.scrollWidth - root.clientWidth,
				page.querySelectorAll("svg").length, empty,
				page.querySelectorAll("svg > title").length,
				frame.contentWindow.performance.getEntriesByType("resource").length,
				page.querySelectorAll(".card.scroll").length, cut].join(" ") + "\n";
		}
	};
	</script>
	END
}

browse()
{
	timeout -k 5 90 "$browser" --headless --no-sandbox --disable-gpu \
		--disable-quic --no-first-run --disable-background-networking \
		--disable-component-update --disable-sync --disable-extensions \
		--allow-file-access-from-files --user-data-dir="$room/profile" \
		--host-resolver-rules='MAP * ~NOTFOUND' --enable-logging=stderr --v=0 \
		--window-size=1700,900 --virtual-time-budget=10000 \
		--dump-dom "file://$room/probe.html" > "$room/dom" 2> "$room/log"
}

pages=(result real-6.1 real-6.12 older)
for page in "${pages[@]}"; do
	"$tool" report --html -o "$room/$page.html" "$data/$page.json"
	ok "$page: the page is written" $?
done
probe "${pages[@]}" > "$room/probe.html"
browse
ok "the browser shows the pages" $?
while read -r _ page width beyond charts empty titles loaded tables cut; do
	((!beyond))
	ok "$page at $width: nothing beyond the edge ($beyond px)" $?
	((charts > 3 && titles == charts && !empty))
	ok "$page at $width: $charts charts, each with its title" $?
	((!loaded))
	ok "$page at $width: nothing else is loaded" $?
	((tables && !cut))
	ok "$page at $width: all columns of $tables tables are seen ($cut are cut)" $?
done < <(sed -n 's/.*\(frame [a-z0-9.-]* [0-9]* [0-9 ]*\)$/\1/p' "$room/dom")
((nr == ${#pages[@]} + 1 + ${#pages[@]} * 20))
ok "all widths of all pages were measured" $?
! grep ':CONSOLE' "$room/log"
ok "no error on the console" $?
((failed)) && tail -n 20 "$room/dom" "$room/log" >&2
echo "1..$nr"
exit $failed
