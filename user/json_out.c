// SPDX-License-Identifier: GPL-2.0
#include "json_out.h"

/**
 * hkj_json_out_text() - print a string
 * @out: gets it, in quotation marks
 * @text: UTF-8
 *
 * What means something to HTML is escaped, too: the text may be put there.
 */
void hkj_json_out_text(FILE *out, const char *text)
{
	fputc('"', out);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c < ' ' || c == '"' || c == '\\' || c == '<' || c == '>' ||
		    c == '&' || c == 0x7f)
			fprintf(out, "\\u%04x", c);
		else
			fputc(c, out);
	}
	fputc('"', out);
}
