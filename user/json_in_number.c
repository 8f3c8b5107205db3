// SPDX-License-Identifier: GPL-2.0
/*
 * Numbers of JSON text.
 */
#include <math.h>
#include <stdlib.h>

#include "json_in.h"

/* No number of ours is longer; others' may have as many digits as this. */
#define DIGITS_MAX 350

/**
 * struct token - a number's characters
 * @text: as they stand there, with an end
 * @length: how many
 */
struct token {
	char text[DIGITS_MAX + 1];
	size_t length;
};

static bool is_digit(int c)
{
	return c >= '0' && c <= '9';
}

/* Return: whether there was one of these characters; it is taken over. */
static bool take(struct hkj_json_in *in, struct token *token, char a, char b)
{
	int c = hkj_json_in_peek(in);

	if ((c != a && c != b) || token->length == DIGITS_MAX)
		return false;
	token->text[token->length++] = (char)c;
	in->at++;
	return true;
}

/* Return: how many there were. */
static size_t take_digits(struct hkj_json_in *in, struct token *token)
{
	size_t before = token->length;
	int c;

	while (is_digit(c = hkj_json_in_peek(in)) &&
	       token->length < DIGITS_MAX) {
		token->text[token->length++] = (char)c;
		in->at++;
	}
	return token->length - before;
}

static bool take_fraction(struct hkj_json_in *in, struct token *token)
{
	return !take(in, token, '.', '.') || take_digits(in, token);
}

static bool take_exponent(struct hkj_json_in *in, struct token *token)
{
	if (!take(in, token, 'e', 'E'))
		return true;
	take(in, token, '+', '-');
	return take_digits(in, token);
}

/* 18 digits always fit; the 19th may take it beyond 2^63. */
static bool whole_value(const char *digits, uint64_t *value)
{
	uint64_t sum = 0;

	for (; *digits; digits++) {
		unsigned int digit = (unsigned int)(*digits - '0');

		if (sum > ((uint64_t)INT64_MAX - digit) / 10)
			return false;
		sum = sum * 10 + digit;
	}
	*value = sum;
	return true;
}

static int real_value(struct hkj_json_in *in, const struct token *token,
		      struct hkj_json_number *number)
{
	number->real = strtod_l(token->text, NULL, in->locale);
	if (!isfinite(number->real))
		return hkj_json_in_broken(in, "a number is too large");
	return 0;
}

/* So many digits are below 2^63, whichever they are. */
#define SHORT_DIGITS 18

/*
 * Most numbers of a result are short, whole and in the buffer as a whole.
 * Return: false with nothing taken for any other.
 */
static bool take_short(struct hkj_json_in *in, struct hkj_json_number *number)
{
	const char *at = in->at;
	uint64_t value = 0;

	while (at < in->end && is_digit(*at) && at - in->at < SHORT_DIGITS)
		value = value * 10 + (uint64_t)(*at++ - '0');
	if (at == in->at || at == in->end || is_digit(*at) || *at == '.' ||
	    *at == 'e' || *at == 'E' || (*in->at == '0' && at - in->at > 1))
		return false;
	in->at = at;
	*number = (struct hkj_json_number){ true, value, (double)value };
	return true;
}

/**
 * hkj_json_in_number() - read a number
 * @in: before it, as hkj_json_in_kind() has said
 * @number: to be filled
 *
 * A whole number of 2^63 and more is refused: it would not be exact.
 *
 * Return: 0 or -1.
 */
int hkj_json_in_number(struct hkj_json_in *in, struct hkj_json_number *number)
{
	struct token token = { .length = 0 };
	bool is_negative, is_zero;
	size_t nr_digits, whole;

	if (take_short(in, number))
		return 0;
	is_negative = take(in, &token, '-', '-');
	is_zero = hkj_json_in_peek(in) == '0';
	nr_digits = take_digits(in, &token);
	whole = token.length;
	if (!nr_digits || (is_zero && nr_digits > 1) ||
	    !take_fraction(in, &token) || !take_exponent(in, &token) ||
	    token.length == DIGITS_MAX)
		return hkj_json_in_broken(in, "no number");
	token.text[token.length] = '\0';
	*number = (struct hkj_json_number){ .is_whole = false };
	if (is_negative || token.length != whole)
		return real_value(in, &token, number);
	if (!whole_value(token.text, &number->value))
		return hkj_json_in_broken(in, "a whole number of 2^63 or more");
	number->is_whole = true;
	number->real = (double)number->value;
	return 0;
}
