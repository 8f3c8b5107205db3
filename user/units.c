// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "units.h"

struct unit {
	const char *name;
	uint64_t ns;
	bool is_alias;
};

/* Longest first: the exact text takes the first one that divides. */
static const struct unit units[] = {
	{ "d", 86400ULL * 1000000000, false },
	{ "h", 3600ULL * 1000000000, false },
	{ "m", 60ULL * 1000000000, false },
	{ "min", 60ULL * 1000000000, true },
	{ "s", 1000000000, false },
	{ "ms", 1000000, false },
	{ "us", 1000, false },
	{ "\xc2\xb5s", 1000, true }, /* micro sign */
	{ "\xce\xbcs", 1000, true }, /* Greek mu */
	{ "ns", 1, false },
};

#define NR_UNITS (sizeof(units) / sizeof(units[0]))

static const struct unit *unit_find(const char *name)
{
	for (size_t i = 0; i < NR_UNITS; i++)
		if (!strcmp(units[i].name, name))
			return &units[i];
	return NULL;
}

static int wrong(struct hkj_error *error, const char *text, const char *why)
{
	return hkj_error_set(error, HKJ_EXIT_USAGE,
			     "'%.40s' is no duration: %s (right: 500ns, 1.5ms, 10s, 24h)",
			     text, why);
}

/* Adds one decimal digit; false if that is more than 64 bits hold. */
static bool add_digit(uint64_t *value, char digit)
{
	return !__builtin_mul_overflow(*value, 10, value) &&
	       !__builtin_add_overflow(*value, (uint64_t)(digit - '0'), value);
}

/*
 * Reads "12.5" as 125 with a divisor of 10. Nineteen digits after the point are
 * more than any unit needs, and the divisor is then still within 64 bits.
 */
static const char *number_read(const char *text, uint64_t *value,
			       uint64_t *divisor, bool *has_overflowed)
{
	const char *at = text;
	bool has_point = false;

	*value = 0;
	*divisor = 1;
	*has_overflowed = false;
	for (; isdigit((unsigned char)*at) || (*at == '.' && !has_point); at++) {
		if (*at == '.') {
			has_point = true;
			continue;
		}
		if (!add_digit(value, *at))
			*has_overflowed = true;
		if (has_point && __builtin_mul_overflow(*divisor, 10, divisor))
			*has_overflowed = true;
	}
	if (at == text || at[-1] == '.' || *text == '.')
		return NULL;
	return at;
}

/* Return: what is wrong, or NULL with @ns = @value * @factor / @divisor. */
static const char *multiply(uint64_t value, uint64_t factor, uint64_t divisor,
			    uint64_t *ns)
{
	const unsigned __int128 product = (unsigned __int128)value * factor;

	if (product / divisor > UINT64_MAX)
		return "it is too large";
	if (product % divisor)
		return "it is finer than a nanosecond";
	*ns = (uint64_t)(product / divisor);
	return NULL;
}

/**
 * hkj_units_parse() - read a duration
 * @text: a decimal number with a unit, without blanks; a bare 0 needs no unit
 * @ns: what it means, untouched on an error
 * @error: filled when the text is no duration, finer than a nanosecond, or
 *         longer than 64 bits of nanoseconds
 *
 * Return: 0 or -1.
 */
int hkj_units_parse(const char *text, uint64_t *ns, struct hkj_error *error)
{
	uint64_t value, divisor;
	const struct unit *unit;
	const char *why;
	bool has_overflowed;
	const char *name;

	name = number_read(text, &value, &divisor, &has_overflowed);
	if (!name)
		return wrong(error, text, "it is no number with a unit");
	if (!*name && !value && !has_overflowed) {
		*ns = 0;
		return 0;
	}
	unit = unit_find(name);
	if (!*name)
		return wrong(error, text, "it has no unit");
	if (!unit)
		return wrong(error, text, "its unit is not one of ns us ms s m h d");
	if (has_overflowed)
		return wrong(error, text, "it is too large");
	why = multiply(value, unit->ns, divisor, ns);
	return why ? wrong(error, text, why) : 0;
}

/**
 * hkj_units_exact() - a duration as the tool reads it back to the nanosecond
 * @ns: any
 *
 * Return: a whole number with the largest unit that leaves no rest.
 */
struct hkj_units_text hkj_units_exact(uint64_t ns)
{
	struct hkj_units_text out = { "0s" };

	for (size_t i = 0; ns && i < NR_UNITS; i++) {
		if (units[i].is_alias || ns % units[i].ns)
			continue;
		snprintf(out.text, sizeof(out.text), "%" PRIu64 "%s",
			 ns / units[i].ns, units[i].name);
		break;
	}
	return out;
}

/**
 * hkj_units_whole() - the same for the eye
 * @ns: any
 *
 * Return: hkj_units_exact() with a blank before the unit ("83 ns").
 */
struct hkj_units_text hkj_units_whole(uint64_t ns)
{
	struct hkj_units_text exact = hkj_units_exact(ns), out;
	int digits = (int)strspn(exact.text, "0123456789");

	snprintf(out.text, sizeof(out.text), "%.*s %.3s", digits, exact.text,
		 exact.text + digits);
	return out;
}

/* Four digits of ns in a unit; false if they round up to 1000 of that unit. */
static bool four_digits(struct hkj_units_text *out, uint64_t ns,
			const struct unit *unit)
{
	uint64_t third = unit->ns / 1000; /* one of the third decimal */
	uint64_t step = third;
	char text[24];

	while ((ns + step / 2) / step >= 10000)
		step *= 10;
	if (step >= unit->ns)
		return false;
	ns = (ns + step / 2) / step * step;
	snprintf(text, sizeof(text), "%u.%03u", (unsigned int)(ns / unit->ns),
		 (unsigned int)(ns % unit->ns / third));
	snprintf(out->text, sizeof(out->text), "%.5s %s", text, unit->name);
	return true;
}

/**
 * hkj_units_human() - a duration for the eye
 * @ns: any
 *
 * Return: four digits and a unit, rounded to nearest ("12.34 us"); whole
 * nanoseconds below one microsecond; "2h46m40s" from 1000 seconds on, "11.5 d"
 * from 100 hours on. Nine columns at most up to 270 years.
 */
struct hkj_units_text hkj_units_human(uint64_t ns)
{
	static const char *const names[] = { "us", "ms", "s" };
	struct hkj_units_text out;
	uint64_t s = ns / 1000000000;

	if (ns < 1000) {
		snprintf(out.text, sizeof(out.text), "%" PRIu64 " ns", ns);
		return out;
	}
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct unit *unit = unit_find(names[i]);

		if (ns / 1000 < unit->ns && four_digits(&out, ns, unit))
			return out;
	}
	if (s < 100 * 3600)
		snprintf(out.text, sizeof(out.text), "%uh%02um%02us",
			 (unsigned int)(s / 3600), (unsigned int)(s / 60 % 60),
			 (unsigned int)(s % 60));
	else
		snprintf(out.text, sizeof(out.text), "%.1f d",
			 (double)s / 86400);
	return out;
}

/**
 * hkj_units_count() - a number of things in at most ten columns
 * @count: any
 *
 * Return: all digits, or four of them and an exponent where they would not fit.
 */
struct hkj_units_text hkj_units_count(uint64_t count)
{
	struct hkj_units_text out;

	if (count < 10000000000ULL)
		snprintf(out.text, sizeof(out.text), "%" PRIu64, count);
	else
		snprintf(out.text, sizeof(out.text), "%.3e", (double)count);
	return out;
}

/**
 * hkj_units_times() - how often
 * @count: any
 *
 * Return: "once", or all digits and "times".
 */
struct hkj_units_text hkj_units_times(uint64_t count)
{
	struct hkj_units_text out = { "once" };

	if (count != 1)
		snprintf(out.text, sizeof(out.text), "%" PRIu64 " times",
			 count);
	return out;
}
