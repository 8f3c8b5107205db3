// SPDX-License-Identifier: GPL-2.0
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "json_types.h"
#include "model.h"

/* A missing text differs from an empty one. */
static bool is_same_text(const char *left, const char *right)
{
	if (!left || !right)
		return left == right;
	return !strcmp(left, right);
}

static int text_set(char **to, const char *from)
{
	char *copy = from ? strdup(from) : NULL;

	if (from && !copy)
		return -1;
	free(*to);
	*to = copy;
	return 0;
}

static bool is_same_value(const struct hkj_json_key *key, const void *left,
			  const void *right)
{
	switch (key->type) {
	case HKJ_JSON_TEXT:
		return is_same_text(HKJ_JSON_CONST(char *, key, left),
				    HKJ_JSON_CONST(char *, key, right));
	case HKJ_JSON_U64:
		return HKJ_JSON_CONST(uint64_t, key, left) ==
		       HKJ_JSON_CONST(uint64_t, key, right);
	case HKJ_JSON_BOOL:
		return HKJ_JSON_CONST(bool, key, left) ==
		       HKJ_JSON_CONST(bool, key, right);
	default:
		return true;
	}
}

static int value_copy(const struct hkj_json_key *key, void *to,
		      const void *from)
{
	switch (key->type) {
	case HKJ_JSON_TEXT:
		return text_set(&HKJ_JSON_VALUE(char *, key, to),
				HKJ_JSON_CONST(char *, key, from));
	case HKJ_JSON_U64:
		HKJ_JSON_VALUE(uint64_t, key, to) =
			HKJ_JSON_CONST(uint64_t, key, from);
		return 0;
	case HKJ_JSON_BOOL:
		HKJ_JSON_VALUE(bool, key, to) = HKJ_JSON_CONST(bool, key, from);
		return 0;
	default:
		return 0;
	}
}

static int value_blank(const struct hkj_json_key *key, void *to)
{
	switch (key->type) {
	case HKJ_JSON_TEXT:
		return text_set(&HKJ_JSON_VALUE(char *, key, to), HKJ_SEVERAL);
	case HKJ_JSON_U64:
		HKJ_JSON_VALUE(uint64_t, key, to) = 0;
		return 0;
	case HKJ_JSON_BOOL:
		HKJ_JSON_VALUE(bool, key, to) = false;
		return 0;
	default:
		return 0;
	}
}

/**
 * hkj_common_copy() - begin with the first
 * @shape: of both
 * @to: zeroed; owns what it gets
 * @from: the first
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_common_copy(const struct hkj_json_shape *shape, void *to,
		    const void *from)
{
	for (const struct hkj_json_key *key = shape->keys; key->name; key++)
		if (value_copy(key, to, from))
			return -1;
	return 0;
}

/**
 * hkj_common_narrow() - go on with the next
 * @shape: of both
 * @to: what those before have in common
 * @from: the next
 *
 * Return: 0, or -1 if there is no memory.
 */
int hkj_common_narrow(const struct hkj_json_shape *shape, void *to,
		      const void *from)
{
	for (const struct hkj_json_key *key = shape->keys; key->name; key++)
		if (!is_same_value(key, to, from) && value_blank(key, to))
			return -1;
	return 0;
}

/**
 * hkj_common_is_same() - whether two are the same in all
 * @shape: of both
 * @left: one
 * @right: the other
 */
bool hkj_common_is_same(const struct hkj_json_shape *shape, const void *left,
			const void *right)
{
	for (const struct hkj_json_key *key = shape->keys; key->name; key++)
		if (!is_same_value(key, left, right))
			return false;
	return true;
}
