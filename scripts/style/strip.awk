# SPDX-License-Identifier: GPL-2.0
#
# Prints C files with comments, contents of strings and preprocessor lines (with
# their continuations) taken out, so that a grep sees code alone. Each line has
# its file and number before it: "FILE:LINE:code".

# Take out one comment or string after the other; what is left is code.
function strip(line,	out, quote)
{
	out = ""
	while (line != "") {
		if (in_comment) {
			if (!match(line, /\*\//))
				return out
			line = substr(line, RSTART + 2)
			in_comment = 0
		} else if (match(line, /\/\*|\/\/|["']/)) {
			out = out substr(line, 1, RSTART - 1)
			quote = substr(line, RSTART, RLENGTH)
			line = substr(line, RSTART + RLENGTH)
			if (quote == "//")
				return out
			if (quote == "/*")
				in_comment = 1
			else
				line = after_quote(line, quote)
		} else {
			return out line
		}
	}
	return out
}

# What follows a string's closing quote.
function after_quote(line, quote)
{
	while (match(line, /\\.|["']/)) {
		if (substr(line, RSTART, 1) == quote)
			return substr(line, RSTART + 1)
		line = substr(line, RSTART + RLENGTH)
	}
	return ""
}

FNR == 1 { in_comment = is_continued = 0 }

{
	is_directive = !in_comment && ($0 ~ /^[ \t]*#/ || is_continued)
	is_continued = is_directive && $0 ~ /\\$/
	text = strip($0)
	if (!is_directive)
		print FILENAME ":" FNR ":" text
}
