// SPDX-License-Identifier: GPL-2.0
/*
 * Values without a structure of their own: text, numbers, truth.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "json_out.h"
#include "json_types.h"
#include "maybe.h"
#include "percentile.h"

/**
 * hkj_json_string() - text of any origin as a JSON string
 * @text: bytes; command lines and host names need not be UTF-8
 *
 * Return: the string, every byte above ASCII a question mark if the text is
 * not UTF-8; NULL if there is no memory.
 */
json_t *hkj_json_string(const char *text)
{
	json_t *json = json_string(text);
	char *copy;

	if (json)
		return json;
	copy = strdup(text);
	if (!copy)
		return NULL;
	for (char *at = copy; *at; at++)
		if ((unsigned char)*at >= 0x80)
			*at = '?';
	json = json_string(copy);
	free(copy);
	return json;
}

/**
 * hkj_json_want() - see that a value is of the right kind
 * @in: before it
 * @place: of it
 * @kinds: characters of hkj_json_in_kind()
 * @wanted: what they are, for the message
 *
 * Return: 0 or -1.
 */
int hkj_json_want(struct hkj_json_in *in, const struct hkj_json_place *place,
		  const char *kinds, const char *wanted)
{
	int kind = hkj_json_in_kind(in);

	if (kind < 0)
		return -1;
	return strchr(kinds, kind) ? 0 :
				     hkj_json_wrong(in->error, place, wanted);
}

static int text_read(const struct hkj_json_key *key, struct hkj_json_in *in,
		     void *object, const struct hkj_json_place *place)
{
	char *text;

	if (hkj_json_want(in, place, "\"", "a string") || hkj_json_in_text(in))
		return -1;
	text = strdup(in->text);
	if (!text)
		return hkj_error_memory(in->error);
	HKJ_JSON_VALUE(char *, key, object) = text;
	return 0;
}

static int text_write(const struct hkj_json_key *key, const void *object,
		      FILE *stream)
{
	return hkj_json_out_text(HKJ_JSON_CONST(char *, key, object), stream);
}

static bool pointer_is_missing(const struct hkj_json_key *key,
			       const void *object)
{
	return !HKJ_JSON_CONST(void *, key, object);
}

static void text_free(const struct hkj_json_key *key, void *object)
{
	free(HKJ_JSON_VALUE(char *, key, object));
	HKJ_JSON_VALUE(char *, key, object) = NULL;
}

static void texts_free(const struct hkj_json_key *key, void *object)
{
	char **texts = HKJ_JSON_VALUE(char **, key, object);

	for (size_t i = 0; texts && texts[i]; i++)
		free(texts[i]);
	free(texts);
	HKJ_JSON_VALUE(char **, key, object) = NULL;
	HKJ_JSON_NR(key, object) = 0;
}

static int one_text_read(const struct hkj_json_key *key,
			 struct hkj_json_in *in, void *object,
			 const struct hkj_json_place *place)
{
	size_t nr = HKJ_JSON_NR(key, object);
	char **texts = HKJ_JSON_VALUE(char **, key, object);

	if (hkj_json_want(in, place, "\"", "a string") || hkj_json_in_text(in))
		return -1;
	texts = realloc(texts, (nr + 2) * sizeof(*texts));
	if (!texts)
		return hkj_error_memory(in->error);
	HKJ_JSON_VALUE(char **, key, object) = texts;
	texts[nr + 1] = NULL;
	texts[nr] = strdup(in->text);
	if (!texts[nr])
		return hkj_error_memory(in->error);
	HKJ_JSON_NR(key, object)
	++;
	return 0;
}

static int texts_read(const struct hkj_json_key *key, struct hkj_json_in *in,
		      void *object, const struct hkj_json_place *place)
{
	struct hkj_json_place element = { place, NULL, 0 };
	int more;

	if (hkj_json_want(in, place, "[", "an array of strings") ||
	    hkj_json_in_begin(in))
		return -1;
	while ((more = hkj_json_in_more(in, ']', !element.index)) > 0) {
		if (one_text_read(key, in, object, &element))
			return -1;
		element.index++;
	}
	return more;
}

static int texts_write(const struct hkj_json_key *key, const void *object,
		       FILE *stream)
{
	char *const *texts = HKJ_JSON_CONST(char **, key, object);

	putc_unlocked('[', stream);
	for (size_t i = 0; i < HKJ_JSON_CONST_NR(key, object); i++) {
		if (i)
			putc_unlocked(',', stream);
		if (hkj_json_out_text(texts[i], stream))
			return -1;
	}
	putc_unlocked(']', stream);
	return 0;
}

/* Reads a whole number, or null where @kinds has an 'n': HKJ_NONE. */
static int whole_read(struct hkj_json_in *in, const char *kinds,
		      const struct hkj_json_place *place, uint64_t *value)
{
	const char *wanted = strchr(kinds, 'n') ?
				     "a whole number from 0 on, or null" :
				     "a whole number from 0 on";
	struct hkj_json_number number;

	if (hkj_json_want(in, place, kinds, wanted))
		return -1;
	if (hkj_json_in_peek(in) == 'n') {
		*value = HKJ_NONE;
		return hkj_json_in_word(in);
	}
	if (hkj_json_in_number(in, &number))
		return -1;
	if (!number.is_whole)
		return hkj_json_wrong(in->error, place, wanted);
	*value = number.value;
	return 0;
}

static int u64_read(const struct hkj_json_key *key, struct hkj_json_in *in,
		    void *object, const struct hkj_json_place *place)
{
	return whole_read(in, key->type == HKJ_JSON_U64 ? "0" : "0n", place,
			  &HKJ_JSON_VALUE(uint64_t, key, object));
}

static int u64_write(const struct hkj_json_key *key, const void *object,
		     FILE *stream)
{
	uint64_t value = HKJ_JSON_CONST(uint64_t, key, object);

	if (key->type != HKJ_JSON_U64_OR_NULL || value != HKJ_NONE)
		return hkj_json_out_u64(value, stream);
	fputs("null", stream);
	return 0;
}

static int maybe_read(const struct hkj_json_key *key, struct hkj_json_in *in,
		      void *object, const struct hkj_json_place *place)
{
	struct hkj_maybe *maybe = &HKJ_JSON_VALUE(struct hkj_maybe, key, object);

	maybe->is_there = true;
	return whole_read(in, "0", place, &maybe->value);
}

static int maybe_write(const struct hkj_json_key *key, const void *object,
		       FILE *stream)
{
	const struct hkj_maybe *maybe =
		&HKJ_JSON_CONST(struct hkj_maybe, key, object);

	return hkj_json_out_u64(maybe->value, stream);
}

static bool maybe_is_missing(const struct hkj_json_key *key, const void *object)
{
	return !HKJ_JSON_CONST(struct hkj_maybe, key, object).is_there;
}

static int real_read(const struct hkj_json_key *key, struct hkj_json_in *in,
		     void *object, const struct hkj_json_place *place)
{
	struct hkj_json_number number = { .real = NAN };
	int failed;

	if (hkj_json_want(in, place, "0n", "a number or null"))
		return -1;
	if (hkj_json_in_peek(in) == 'n')
		failed = hkj_json_in_word(in);
	else
		failed = hkj_json_in_number(in, &number);
	HKJ_JSON_VALUE(double, key, object) = number.real;
	return failed;
}

static int real_write(const struct hkj_json_key *key, const void *object,
		      FILE *stream)
{
	return hkj_json_out_real(HKJ_JSON_CONST(double, key, object), stream);
}

static int bool_read(const struct hkj_json_key *key, struct hkj_json_in *in,
		     void *object, const struct hkj_json_place *place)
{
	if (hkj_json_want(in, place, "tf", "true or false"))
		return -1;
	HKJ_JSON_VALUE(bool, key, object) = hkj_json_in_peek(in) == 't';
	return hkj_json_in_word(in);
}

static int bool_write(const struct hkj_json_key *key, const void *object,
		      FILE *stream)
{
	fputs(HKJ_JSON_CONST(bool, key, object) ? "true" : "false", stream);
	return 0;
}

const struct hkj_json_ops hkj_json_scalars[HKJ_NR_JSON_TYPES] = {
	[HKJ_JSON_TEXT] = { text_read, text_write, pointer_is_missing,
			    text_free },
	[HKJ_JSON_TEXTS] = { texts_read, texts_write, NULL, texts_free },
	[HKJ_JSON_U64] = { u64_read, u64_write, NULL, NULL },
	[HKJ_JSON_U64_OR_NULL] = { u64_read, u64_write, NULL, NULL },
	[HKJ_JSON_MAYBE_U64] = { maybe_read, maybe_write, maybe_is_missing,
				 NULL },
	[HKJ_JSON_REAL] = { real_read, real_write, NULL, NULL },
	[HKJ_JSON_BOOL] = { bool_read, bool_write, NULL, NULL },
};
