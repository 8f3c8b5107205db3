# SPDX-License-Identifier: GPL-2.0
# table.awk: the lines of guest.sh as tables. Of each kind: what it takes without
# an observer, and what each observer adds to that, in instructions; the usual length.
BEGIN { FS = "\t" }

$1 == "turn" { turn[$2] = $3; next }

{
	if (!($1 in seen)) {
		seen[$1] = 1
		observers[nr_observers++] = $1
	}
	if (!($2 in first)) {
		first[$2] = 1
		kinds[nr_kinds++] = $2
	}
	value[$1, $2] = $3
}

function print_turns()
{
	print "instructions           value   x floor"
	printf "%-20s %7.3f %9.3f\n", "turn, bare loop", turn["floor"] / 1000, 1
	printf "%-20s %7.3f %9.3f\n", "turn, hkjitter", turn["hkjitter"] / 1000,
		turn["hkjitter"] / turn["floor"]
	printf "%-20s %7.0f\n", "own bookkeeping", turn["own"] / 1000
}

function print_head(	i)
{
	printf "\n%-20s %6s", "instructions", "none"
	for (i = 1; i < nr_observers; i++)
		printf " %9s", substr(observers[i], 1, 9)
	print ("osnoise" in seen) ? "  hkj/osn" : ""
}

function print_kind(kind,	i, base, ours, peers)
{
	base = value["none", kind]
	ours = value["hkjitter", kind] - base
	peers = value["osnoise", kind] - base
	printf "%-20s %6d", kind, base
	for (i = 1; i < nr_observers; i++)
		printf " %+9d", value[observers[i], kind] - base
	if ("osnoise" in seen)
		printf("  %7s", peers > 0 ? sprintf("%.2f", ours / peers) : "-")
	print ""
}

END {
	print_turns()
	print_head()
	for (k = 0; k < nr_kinds; k++)
		print_kind(kinds[k])
}
