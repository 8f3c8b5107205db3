/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A source as a report prints it, taken apart: "irq 24 eth0 (e1000_intr)".
 */
#ifndef HKJITTER_USER_PASTED_H
#define HKJITTER_USER_PASTED_H

#include "opts.h"

/**
 * struct hkj_pasted - what was pasted
 * @text: owns the words
 * @class_name: NULL: none
 * @name: of a source, of who asked, or of a class; NULL: nothing was pasted
 */
struct hkj_pasted {
	char *text;
	const char *class_name;
	const char *name;
};

int hkj_pasted_init(struct hkj_pasted *pasted,
		    const struct hkj_options *options);
void hkj_pasted_exit(struct hkj_pasted *pasted);

#endif /* HKJITTER_USER_PASTED_H */
