// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "json.h"
#include "json_types.h"

static const struct hkj_json_ops *ops_of(const struct hkj_json_key *key)
{
	if (hkj_json_scalars[key->type].read)
		return &hkj_json_scalars[key->type];
	return &hkj_json_nested[key->type];
}

/* Writes "cpus[3].gaps.max_ns"; what does not fit is cut off at the end. */
static size_t place_print(const struct hkj_json_place *place, char *text,
			  size_t size)
{
	size_t used;
	int length;

	if (!place)
		return 0;
	used = place_print(place->up, text, size);
	if (used + 1 >= size)
		return used;
	if (place->key)
		length = snprintf(text + used, size - used, "%s%s",
				  used ? "." : "", place->key);
	else
		length = snprintf(text + used, size - used, "[%zu]",
				  place->index);
	return length < 0 ? used : used + (size_t)length;
}

/**
 * hkj_json_wrong() - a value is not what it should be
 * @error: to be filled
 * @place: of the value
 * @wanted: what it should be
 *
 * Return: always -1.
 */
int hkj_json_wrong(struct hkj_error *error, const struct hkj_json_place *place,
		   const char *wanted)
{
	char where[200] = "";

	place_print(place, where, sizeof(where));
	return hkj_error_set(error, HKJ_EXIT_CANNOT, "%s: must be %s",
			     *where ? where : "the whole", wanted);
}

static int key_read(const struct hkj_json_key *key, const json_t *json,
		    void *object, const struct hkj_json_place *up,
		    struct hkj_error *error)
{
	struct hkj_json_place place = { up, key->name, 0 };
	const json_t *value = json_object_get(json, key->name);

	if (value)
		return ops_of(key)->read(key, value, object, &place, error);
	if (key->is_optional)
		return 0;
	return hkj_json_wrong(error, &place, "there, and is missing");
}

/**
 * hkj_json_read() - fill a structure from an object
 * @shape: its keys; others in the object are passed over
 * @json: the object
 * @object: zeroed structure; to be freed by hkj_json_free() whatever happens
 * @place: of the object; NULL for the whole
 * @error: filled with the key that is missing or wrong
 *
 * Return: 0 or -1.
 */
int hkj_json_read(const struct hkj_json_shape *shape, const json_t *json,
		  void *object, const struct hkj_json_place *place,
		  struct hkj_error *error)
{
	if (!json_is_object(json))
		return hkj_json_wrong(error, place, "an object");
	for (const struct hkj_json_key *key = shape->keys; key->name; key++)
		if (key_read(key, json, object, place, error))
			return -1;
	return 0;
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
	json_t *json = json_object();

	if (!json)
		return NULL;
	for (const struct hkj_json_key *key = shape->keys; key->name; key++) {
		const struct hkj_json_ops *ops = ops_of(key);

		if (ops->is_missing && ops->is_missing(key, object))
			continue;
		if (json_object_set_new(json, key->name,
					ops->write(key, object))) {
			json_decref(json);
			return NULL;
		}
	}
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
		if (ops_of(key)->free)
			ops_of(key)->free(key, object);
}

static size_t stream_read(void *buffer, size_t size, void *stream)
{
	size_t got = fread(buffer, 1, size, stream);

	return !got && ferror(stream) ? (size_t)-1 : got;
}

/**
 * hkj_json_load() - parse a stream
 * @stream: read to its end
 * @name: of the stream, for messages
 * @error: filled when it is not one complete JSON value
 *
 * Return: the value, or NULL.
 */
json_t *hkj_json_load(FILE *stream, const char *name, struct hkj_error *error)
{
	json_error_t why;
	json_t *json = json_load_callback(stream_read, stream,
					  JSON_REJECT_DUPLICATES, &why);

	if (!json)
		hkj_error_set(error, HKJ_EXIT_CANNOT,
			      "'%.200s' is no complete JSON file: line %d: %s",
			      name, why.line, why.text);
	return json;
}

static int member_dump(const char *key, const json_t *value, FILE *stream)
{
	const size_t flags = JSON_COMPACT | JSON_ENCODE_ANY |
			     JSON_REAL_PRECISION(15);
	bool is_list = json_is_array(value) &&
		       json_is_object(json_array_get(value, 0));

	fprintf(stream, " \"%s\": ", key);
	if (!is_list)
		return json_dumpf(value, stream, flags);
	for (size_t i = 0; i < json_array_size(value); i++) {
		fputs(i ? ",\n  " : "[\n  ", stream);
		if (json_dumpf(json_array_get(value, i), stream, flags))
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
