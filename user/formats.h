/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The forms in which a result can be reported: one row and one file each.
 */
#ifndef HKJITTER_USER_FORMATS_H
#define HKJITTER_USER_FORMATS_H

#include <stdio.h>

#include "error.h"
#include "model.h"
#include "opts.h"

/**
 * struct hkj_format - one form
 * @name: its option; NULL: the form without one
 * @is_wanted: whether the command line asks for it
 * @print: writes @result; 0, or -1 with an error. What the stream itself could
 *	not take is left to the caller
 */
struct hkj_format {
	const char *name;
	bool (*is_wanted)(const struct hkj_options *options);
	int (*print)(const struct hkj_result *result,
		     const struct hkj_options *options, FILE *out,
		     struct hkj_error *error);
};

const struct hkj_format *hkj_formats_find(const struct hkj_options *options,
					  struct hkj_error *error);

#endif /* HKJITTER_USER_FORMATS_H */
