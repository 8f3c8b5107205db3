# SPDX-License-Identifier: GPL-2.0
#
# Prints which lines of C files clang-format is to look at: all of them, except
# what authors align by hand with tabs, which clang-format would squeeze:
#
#  - single lines with a tab between two words, and multi-line macros;
#  - tables: an initialiser, enum, structure or union with a tab between two
#    words of a line, or with a preprocessor line in it.
#
# Usage: awk -f format.awk FILE...
# Output: a line for each file, with its name and its --lines= options; without
# any if the whole file is to be looked at.

function is_opening(line)
{
	return line ~ /=[ \t]*\{[ \t]*$/ ||
	       line ~ /^[ \t]*(static |const |typedef |extern )*(enum|struct|union)( [a-zA-Z0-9_]+)?[ \t]*\{[ \t]*$/
}

function indent(line)
{
	match(line, /^\t*/)
	return RLENGTH
}

function is_aligned(line)
{
	return line ~ /[^\t]\t+[^\t]/
}

# The block that began at @block ends at @last.
function close_block(last,	i)
{
	for (i = block; is_table && i <= last; i++)
		skip[i] = 1
	block = is_table = 0
}

function print_file(	i, from, options)
{
	for (i = 1; i <= nr + 1; i++) {
		if (i <= nr && !skip[i]) {
			if (!from)
				from = i
		} else if (from) {
			options = options sprintf(" --lines=%d:%d", from, i - 1)
			from = 0
		}
	}
	if (options == sprintf(" --lines=1:%d", nr))
		options = ""
	if (options != "" || !skip[1])
		print name options
}

FNR == 1 {
	if (name)
		print_file()
	name = FILENAME
	split("", skip)
	block = is_table = is_continued = 0
}

{
	nr = FNR
	is_directive = $0 ~ /^[ \t]*#/ || is_continued
	skip[FNR] = is_aligned($0) || is_continued ||
		    (is_directive && $0 ~ /\\$/)
	is_continued = is_directive && $0 ~ /\\$/
}

block && (is_aligned($0) || is_directive) { is_table = 1 }

block && indent($0) == edge && /^\t*\}/ { close_block(FNR) }

!block && is_opening($0) { block = FNR; edge = indent($0) }

END {
	if (name)
		print_file()
}
