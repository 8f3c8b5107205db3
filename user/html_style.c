// SPDX-License-Identifier: GPL-2.0
/*
 * page.css as a string.
 */
#include "html.h"

__asm__(".pushsection .rodata\n"
	".globl hkj_html_style\n"
	".type hkj_html_style, @object\n"
	"hkj_html_style:\n"
	".incbin \"page.css\"\n"
	".byte 0\n"
	".size hkj_html_style, . - hkj_html_style\n"
	".popsection\n");
