// SPDX-License-Identifier: GPL-2.0
/*
 * Structures filled from a stream of JSON, by their tables.
 */
#include <string.h>

#include "guess.h"
#include "json_types.h"

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

/**
 * struct members - an object that is being read
 * @shape: its keys
 * @schema: what its key "schema" has to say; NULL: it has none
 * @next: the key that is expected next
 * @seen: a bit for each key of the table that was there
 * @has_schema: whether the key "schema" was there
 */
struct members {
	const struct hkj_json_shape *shape;
	const char *schema;
	const struct hkj_json_key *next;
	uint64_t seen;
	bool has_schema;
};

/* Keys are expected in the table's order, and found in any. */
static const struct hkj_json_key *key_find(struct members *members,
					   const char *name)
{
	const struct hkj_json_key *key = members->next;

	if (!key->name || strcmp(key->name, name))
		for (key = members->shape->keys; key->name; key++)
			if (!strcmp(key->name, name))
				break;
	if (!key->name)
		return NULL;
	members->next = key + 1;
	return key;
}

static int schema_read(struct members *members, struct hkj_json_in *in)
{
	static const struct hkj_json_place place = { NULL, "schema", 0 };

	if (members->has_schema)
		return hkj_json_in_broken(in, "a key is there twice: schema");
	members->has_schema = true;
	if (hkj_json_want(in, &place, "\"", "a string") || hkj_json_in_text(in))
		return -1;
	if (!strcmp(in->text, members->schema))
		return 0;
	return hkj_error_set(in->error, HKJ_EXIT_CANNOT,
			     "schema: is '%.60s', this tool reads '%s'",
			     in->text, members->schema);
}

/* Passed over, or refused with the nearest key that there is. */
static int unknown_read(const struct members *members, struct hkj_json_in *in,
			const struct hkj_json_place *up)
{
	struct hkj_json_place place = { up, in->text, 0 };
	struct hkj_guess guess;
	char wanted[120];

	if (!members->shape->is_strict)
		return hkj_json_in_skip(in);
	hkj_guess_init(&guess, in->text);
	for (const struct hkj_json_key *key = members->shape->keys; key->name;
	     key++)
		hkj_guess_try(&guess, key->name);
	snprintf(wanted, sizeof(wanted), "away: there is no such key%s%s%s",
		 guess.best ? "; did you mean '" : "",
		 guess.best ? guess.best : "", guess.best ? "'" : "");
	return hkj_json_wrong(in->error, &place, wanted);
}

static int member_read(struct members *members, struct hkj_json_in *in,
		       void *object, const struct hkj_json_place *up)
{
	const struct hkj_json_key *key;
	struct hkj_json_place place;
	uint64_t bit;

	if (hkj_json_in_key(in))
		return -1;
	if (members->schema && !strcmp(in->text, "schema"))
		return schema_read(members, in);
	key = key_find(members, in->text);
	if (!key)
		return unknown_read(members, in, up);
	bit = 1ULL << (key - members->shape->keys);
	if (members->seen & bit)
		return hkj_json_in_broken(in, "a key is there twice");
	members->seen |= bit;
	place = (struct hkj_json_place){ up, key->name, 0 };
	return hkj_json_ops_of(key)->read(key, in, object, &place);
}

static int missing_check(const struct members *members, struct hkj_json_in *in,
			 const struct hkj_json_place *up)
{
	struct hkj_json_place place = { up, "schema", 0 };
	const char *wanted = "there, and is missing";
	uint64_t seen = members->seen;

	if (members->schema && !members->has_schema)
		return hkj_json_wrong(in->error, &place, wanted);
	for (const struct hkj_json_key *key = members->shape->keys; key->name;
	     key++, seen >>= 1) {
		place.key = key->name;
		if (!(seen & 1) && !key->is_optional)
			return hkj_json_wrong(in->error, &place, wanted);
	}
	return 0;
}

/**
 * hkj_json_read() - fill a structure from an object
 * @shape: its keys; others in the object are passed over
 * @in: before the object
 * @object: zeroed structure; to be freed by hkj_json_free() whatever happens
 * @place: of the object; NULL for the whole
 *
 * Return: 0, or -1 with the input's error, which names the key that is missing
 * or wrong.
 */
int hkj_json_read(const struct hkj_json_shape *shape, struct hkj_json_in *in,
		  void *object, const struct hkj_json_place *place)
{
	struct members members = { .shape = shape,
				   .schema = place ? NULL : in->schema,
				   .next = shape->keys };
	bool is_first = true;
	int more;

	if (hkj_json_want(in, place, "{", "an object") || hkj_json_in_begin(in))
		return -1;
	while ((more = hkj_json_in_more(in, '}', is_first)) > 0) {
		if (member_read(&members, in, object, place))
			return -1;
		is_first = false;
	}
	return more < 0 ? -1 : missing_check(&members, in, place);
}

/* Says which file the error is about, where that is not said yet. */
static void name_the_file(struct hkj_error *error, const char *name)
{
	struct hkj_error inner = *error;

	if (*inner.text != '\'')
		hkj_error_set(error, inner.code, "'%.200s': %.280s", name,
			      inner.text);
}

/**
 * hkj_json_load() - fill a structure from a stream
 * @shape: its keys
 * @schema: what the key "schema" has to say; NULL: there is none
 * @object: zeroed structure; to be freed by hkj_json_free() on success only
 * @stream: read to its end
 * @name: of the stream, for messages
 * @error: filled when it is not one complete JSON value of this shape
 *
 * Return: 0 or -1.
 */
int hkj_json_load(const struct hkj_json_shape *shape, const char *schema,
		  void *object, FILE *stream, const char *name,
		  struct hkj_error *error)
{
	struct hkj_json_in in;
	int failed;

	if (hkj_json_in_init(&in, stream, name, error))
		return -1;
	in.schema = schema;
	failed = hkj_json_read(shape, &in, object, NULL) ||
		 hkj_json_in_finish(&in);
	hkj_json_in_exit(&in);
	if (!failed)
		return 0;
	name_the_file(error, name);
	hkj_json_free(shape, object);
	return -1;
}
