# SPDX-License-Identifier: GPL-2.0
#
# Prints each include of module/ that points up, and each file without a rank.
#
# Usage: awk -v ranks="RANK NAME NAME ..., one rank a line" -f includes.awk FILE...
#
# A NAME is that of a file below module/ without its suffix; "folder/*" stands
# for all files of a folder.

# "module/compat/../hkj.h" becomes "module/hkj.h".
function normal(path)
{
	while (sub(/[^\/]+\/\.\.\//, "", path))
		;
	return path
}

function exists(path,	line, is_there)
{
	if (path in known)
		return known[path]
	is_there = (getline line < path) >= 0
	close(path)
	return known[path] = is_there
}

# An included file is beside its user, or below module/ itself.
function resolve(user, name,	beside)
{
	beside = user
	sub(/[^\/]*$/, "", beside)
	beside = normal(beside name)
	return exists(beside) ? beside : normal("module/" name)
}

# -1 for a file without a rank.
function rank(path,	name, folder)
{
	name = path
	sub(/^module\//, "", name)
	sub(/\.[ch]$/, "", name)
	folder = name
	sub(/\/[^\/]*$/, "/*", folder)
	if (name in rank_of)
		return rank_of[name]
	return folder in rank_of ? rank_of[folder] : -1
}

BEGIN {
	n = split(ranks, rows, "\n")
	for (i = 1; i <= n; i++) {
		m = split(rows[i], words, " ")
		for (j = 2; j <= m; j++)
			rank_of[words[j]] = words[1] + 0
	}
}

FNR == 1 {
	own = rank(FILENAME)
	if (own < 0)
		print FILENAME ":1: has no rank: add it to scripts/style/shape.sh"
}

own >= 0 && /^[ \t]*#[ \t]*include[ \t]+"/ {
	split($0, part, "\"")
	other = resolve(FILENAME, part[2])
	if (rank(other) < 0)
		print FILENAME ":" FNR ": " other " has no rank"
	else if (rank(other) > own)
		print FILENAME ":" FNR ": rank " own " includes " other \
			" of rank " rank(other)
}
