// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "json_out.h"
#include "json_types.h"

/**
 * hkj_json_ops_of() - what can be done with a key's value
 * @key: a row of a shape
 */
const struct hkj_json_ops *hkj_json_ops_of(const struct hkj_json_key *key)
{
	if (key->type == HKJ_JSON_POINTS)
		return &hkj_json_points;
	if (hkj_json_scalars[key->type].read)
		return &hkj_json_scalars[key->type];
	return &hkj_json_nested[key->type];
}

/**
 * hkj_json_write() - an object from a structure
 * @shape: its keys, which stand in the object in this order
 * @object: the structure
 *
 * Return: a new object; NULL if there is no memory or a number is too large.
 */
json_t *hkj_json_write(const struct hkj_json_shape *shape, const void *object)
{
	json_t *json = NULL;
	char *text = NULL;
	size_t size;
	FILE *stream = open_memstream(&text, &size);
	int failed;

	if (!stream)
		return NULL;
	failed = hkj_json_out_object(shape, object, stream);
	if (!fclose(stream) && !failed)
		json = json_loadb(text, size, 0, NULL);
	free(text);
	return json;
}

/**
 * hkj_json_free() - free what a structure owns
 * @shape: its keys
 * @object: the structure, zeroed, half filled or filled; not freed itself
 */
void hkj_json_free(const struct hkj_json_shape *shape, void *object)
{
	for (const struct hkj_json_key *key = shape->keys; key->name; key++)
		if (hkj_json_ops_of(key)->free)
			hkj_json_ops_of(key)->free(key, object);
}

static int value_dump(const json_t *value, FILE *stream)
{
	return json_dumpf(value, stream,
			  JSON_COMPACT | JSON_ENCODE_ANY |
				  JSON_REAL_PRECISION(15));
}

static int member_dump(const char *key, const json_t *value, FILE *stream)
{
	bool is_list = json_is_array(value) &&
		       json_is_object(json_array_get(value, 0));

	fprintf(stream, " \"%s\": ", key);
	if (!is_list)
		return value_dump(value, stream);
	for (size_t i = 0; i < json_array_size(value); i++) {
		fputs(i ? ",\n  " : "[\n  ", stream);
		if (value_dump(json_array_get(value, i), stream))
			return -1;
	}
	fputs("\n ]", stream);
	return 0;
}

/**
 * hkj_json_dump() - print an object
 * @json: the object; its own keys are plain words
 * @stream: gets one line a key, and one line an object in a list: short enough
 *          for large files, and still good for grep and diff
 *
 * Return: 0 or -1.
 */
int hkj_json_dump(json_t *json, FILE *stream)
{
	const char *comma = "{\n";

	for (void *at = json_object_iter(json); at;
	     at = json_object_iter_next(json, at)) {
		fputs(comma, stream);
		if (member_dump(json_object_iter_key(at),
				json_object_iter_value(at), stream))
			return -1;
		comma = ",\n";
	}
	fputs("\n}\n", stream);
	return ferror(stream) ? -1 : 0;
}

/* One object a line: short enough, and still good for grep and diff. */
static int objects_save(const struct hkj_json_key *key, const void *object,
			FILE *stream)
{
	const char *items = HKJ_JSON_CONST(char *, key, object);
	size_t nr = HKJ_JSON_CONST_NR(key, object);

	for (size_t i = 0; i < nr; i++, items += key->shape->size) {
		fputs(i ? ",\n  " : "[\n  ", stream);
		if (hkj_json_out_object(key->shape, items, stream))
			return -1;
	}
	fputs(nr ? "\n ]" : "[]", stream);
	return 0;
}

static int key_save(const struct hkj_json_key *key, const void *object,
		    FILE *stream)
{
	fprintf(stream, " \"%s\": ", key->name);
	if (key->type == HKJ_JSON_OBJECTS)
		return objects_save(key, object, stream);
	return hkj_json_ops_of(key)->write(key, object, stream);
}

/**
 * hkj_json_save() - print a structure
 * @shape: its keys
 * @schema: what the key "schema" shall say, which stands first; NULL: none
 * @object: the structure
 * @stream: gets what hkj_json_dump() would print of its object, which is never
 *          in memory
 *
 * Return: 0, or -1 if @stream has failed, there is no memory or a number is too
 * large.
 */
int hkj_json_save(const struct hkj_json_shape *shape, const char *schema,
		  const void *object, FILE *stream)
{
	const char *comma = "{\n";

	if (schema) {
		fprintf(stream, "{\n \"schema\": \"%s\"", schema);
		comma = ",\n";
	}
	for (const struct hkj_json_key *key = shape->keys; key->name; key++) {
		const struct hkj_json_ops *ops = hkj_json_ops_of(key);

		if (ops->is_missing && ops->is_missing(key, object))
			continue;
		fputs(comma, stream);
		if (key_save(key, object, stream))
			return -1;
		comma = ",\n";
	}
	fputs("\n}\n", stream);
	return ferror(stream) ? -1 : 0;
}
