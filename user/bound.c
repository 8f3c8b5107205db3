// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "budget.h"
#include "file.h"
#include "units.h"

struct suffix {
	const char *text;
	double factor;
};

static const struct suffix shares[] = { { "", 1 },
					{ "%", 0.01 },
					{ "ppm", 0.000001 },
					{ NULL, 0 } };
static const struct suffix rates[] = { { "/s", 1 },
				       { "/min", 1.0 / 60 },
				       { "/h", 1.0 / 3600 },
				       { NULL, 0 } };

/* Decimal digits, point and exponent; what strtod() takes beyond is refused. */
static const char *decimal_read(const char *text, double *value)
{
	char *end;

	if (!isdigit((unsigned char)*text))
		return NULL;
	errno = 0;
	*value = strtod(text, &end);
	if (errno || !isfinite(*value) || strpbrk(text, "xX"))
		return NULL;
	return end;
}

static bool scaled_parse(const char *text, const struct suffix *suffixes,
			 double *bound)
{
	double value;
	const char *end = decimal_read(text, &value);

	for (; end && suffixes->text; suffixes++) {
		if (strcmp(end, suffixes->text))
			continue;
		*bound = value * suffixes->factor;
		return true;
	}
	return false;
}

static const char *duration_parse(const char *text, double *bound)
{
	struct hkj_error error;
	uint64_t ns;

	if (hkj_units_parse(text, &ns, &error))
		return "a duration with a unit, as \"20us\"";
	*bound = (double)ns;
	return NULL;
}

static const char *share_parse(const char *text, double *bound)
{
	if (!scaled_parse(text, shares, bound) || *bound > 1)
		return "a share of the time, up to 1, as \"0.01%\" or \"1e-6\"";
	return NULL;
}

static const char *count_parse(const char *text, double *bound)
{
	uint64_t count;

	if (!hkj_number_parse(text, &count))
		return "a whole number as text, as \"0\"";
	*bound = (double)count;
	return NULL;
}

static const char *rate_parse(const char *text, double *bound)
{
	if (!scaled_parse(text, rates, bound))
		return "a rate, as \"0.1/s\", \"6/min\" or \"1/h\"";
	return NULL;
}

/**
 * hkj_bound_parse() - read a bound
 * @text: as written
 * @unit: that it must have
 * @bound: filled: ns, share, count, or a second
 *
 * Return: NULL, or what would be right.
 */
const char *hkj_bound_parse(const char *text, enum hkj_unit unit, double *bound)
{
	static const char *(*const parsers[HKJ_NR_UNITS])(const char *text,
							  double *bound) = {
		[HKJ_UNIT_DURATION] = duration_parse,
		[HKJ_UNIT_SHARE] = share_parse,
		[HKJ_UNIT_COUNT] = count_parse,
		[HKJ_UNIT_RATE] = rate_parse,
	};

	return parsers[unit](text, bound);
}
