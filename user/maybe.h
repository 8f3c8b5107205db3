/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A number that may be missing. Zeroed, it is.
 */
#ifndef HKJITTER_USER_MAYBE_H
#define HKJITTER_USER_MAYBE_H

#include <stdbool.h>
#include <stdint.h>

struct hkj_maybe {
	bool is_there;
	uint64_t value;
};

static inline struct hkj_maybe hkj_maybe(uint64_t value)
{
	return (struct hkj_maybe){ true, value };
}

#endif /* HKJITTER_USER_MAYBE_H */
