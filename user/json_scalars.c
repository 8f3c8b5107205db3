// SPDX-License-Identifier: GPL-2.0
/*
 * Values without a structure of their own: text, numbers, truth.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

static int text_read(const struct hkj_json_key *key, const json_t *json,
		     void *object, const struct hkj_json_place *place,
		     struct hkj_error *error)
{
	char *text;

	if (!json_is_string(json))
		return hkj_json_wrong(error, place, "a string");
	text = strdup(json_string_value(json));
	if (!text)
		return hkj_error_memory(error);
	HKJ_JSON_VALUE(char *, key, object) = text;
	return 0;
}

static json_t *text_write(const struct hkj_json_key *key, const void *object)
{
	return hkj_json_string(HKJ_JSON_CONST(char *, key, object));
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

static int texts_read(const struct hkj_json_key *key, const json_t *json,
		      void *object, const struct hkj_json_place *place,
		      struct hkj_error *error)
{
	size_t nr = json_array_size(json);
	char **texts;

	if (!json_is_array(json))
		return hkj_json_wrong(error, place, "an array of strings");
	texts = calloc(nr + 1, sizeof(*texts));
	if (!texts)
		return hkj_error_memory(error);
	HKJ_JSON_VALUE(char **, key, object) = texts;
	for (size_t i = 0; i < nr; i++) {
		struct hkj_json_place element = { place, NULL, i };
		const json_t *text = json_array_get(json, i);

		if (!json_is_string(text))
			return hkj_json_wrong(error, &element, "a string");
		texts[i] = strdup(json_string_value(text));
		if (!texts[i])
			return hkj_error_memory(error);
	}
	HKJ_JSON_NR(key, object) = nr;
	return 0;
}

static json_t *texts_write(const struct hkj_json_key *key, const void *object)
{
	char *const *texts = HKJ_JSON_CONST(char **, key, object);
	json_t *json = json_array();

	for (size_t i = 0; json && i < HKJ_JSON_CONST_NR(key, object); i++) {
		if (json_array_append_new(json, hkj_json_string(texts[i]))) {
			json_decref(json);
			return NULL;
		}
	}
	return json;
}

static int u64_read(const struct hkj_json_key *key, const json_t *json,
		    void *object, const struct hkj_json_place *place,
		    struct hkj_error *error)
{
	bool is_null = key->type == HKJ_JSON_U64_OR_NULL && json_is_null(json);

	if (!is_null && (!json_is_integer(json) || json_integer_value(json) < 0))
		return hkj_json_wrong(error, place,
				      key->type == HKJ_JSON_U64 ?
					      "a whole number from 0 on" :
					      "a whole number from 0 on, or null");
	HKJ_JSON_VALUE(uint64_t, key, object) =
		is_null ? HKJ_NONE : (uint64_t)json_integer_value(json);
	return 0;
}

static json_t *u64_write(const struct hkj_json_key *key, const void *object)
{
	uint64_t value = HKJ_JSON_CONST(uint64_t, key, object);

	if (key->type == HKJ_JSON_U64_OR_NULL && value == HKJ_NONE)
		return json_null();
	return value > INT64_MAX ? NULL : json_integer((json_int_t)value);
}

static int maybe_read(const struct hkj_json_key *key, const json_t *json,
		      void *object, const struct hkj_json_place *place,
		      struct hkj_error *error)
{
	if (!json_is_integer(json) || json_integer_value(json) < 0)
		return hkj_json_wrong(error, place,
				      "a whole number from 0 on");
	HKJ_JSON_VALUE(struct hkj_maybe, key, object) =
		hkj_maybe((uint64_t)json_integer_value(json));
	return 0;
}

static json_t *maybe_write(const struct hkj_json_key *key, const void *object)
{
	uint64_t value = HKJ_JSON_CONST(struct hkj_maybe, key, object).value;

	return value > INT64_MAX ? NULL : json_integer((json_int_t)value);
}

static bool maybe_is_missing(const struct hkj_json_key *key, const void *object)
{
	return !HKJ_JSON_CONST(struct hkj_maybe, key, object).is_there;
}

static int real_read(const struct hkj_json_key *key, const json_t *json,
		     void *object, const struct hkj_json_place *place,
		     struct hkj_error *error)
{
	if (!json_is_number(json) && !json_is_null(json))
		return hkj_json_wrong(error, place, "a number or null");
	HKJ_JSON_VALUE(double, key, object) =
		json_is_null(json) ? (double)NAN : json_number_value(json);
	return 0;
}

static json_t *real_write(const struct hkj_json_key *key, const void *object)
{
	double value = HKJ_JSON_CONST(double, key, object);

	return isfinite(value) ? json_real(value) : json_null();
}

static int bool_read(const struct hkj_json_key *key, const json_t *json,
		     void *object, const struct hkj_json_place *place,
		     struct hkj_error *error)
{
	if (!json_is_boolean(json))
		return hkj_json_wrong(error, place, "true or false");
	HKJ_JSON_VALUE(bool, key, object) = json_is_true(json);
	return 0;
}

static json_t *bool_write(const struct hkj_json_key *key, const void *object)
{
	return json_boolean(HKJ_JSON_CONST(bool, key, object));
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
