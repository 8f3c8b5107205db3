// SPDX-License-Identifier: GPL-2.0
/*
 * Values with a structure of their own: objects, arrays of them, histograms.
 */
#include <stdint.h>
#include <stdlib.h>

#include "json_types.h"
#include "percentile.h"

static int object_read(const struct hkj_json_key *key, const json_t *json,
		       void *object, const struct hkj_json_place *place,
		       struct hkj_error *error)
{
	return hkj_json_read(key->shape, json,
			     &HKJ_JSON_VALUE(char, key, object), place, error);
}

static json_t *object_write(const struct hkj_json_key *key, const void *object)
{
	return hkj_json_write(key->shape, &HKJ_JSON_CONST(char, key, object));
}

static void object_free(const struct hkj_json_key *key, void *object)
{
	hkj_json_free(key->shape, &HKJ_JSON_VALUE(char, key, object));
}

static int maybe_read(const struct hkj_json_key *key, const json_t *json,
		      void *object, const struct hkj_json_place *place,
		      struct hkj_error *error)
{
	void *inner = calloc(1, key->shape->size);

	if (!inner)
		return hkj_error_memory(error);
	HKJ_JSON_VALUE(void *, key, object) = inner;
	return hkj_json_read(key->shape, json, inner, place, error);
}

static json_t *maybe_write(const struct hkj_json_key *key, const void *object)
{
	return hkj_json_write(key->shape, HKJ_JSON_CONST(void *, key, object));
}

static bool pointer_is_missing(const struct hkj_json_key *key,
			       const void *object)
{
	return !HKJ_JSON_CONST(void *, key, object);
}

static void maybe_free(const struct hkj_json_key *key, void *object)
{
	void *inner = HKJ_JSON_VALUE(void *, key, object);

	if (!inner)
		return;
	hkj_json_free(key->shape, inner);
	free(inner);
	HKJ_JSON_VALUE(void *, key, object) = NULL;
}

static int objects_read(const struct hkj_json_key *key, const json_t *json,
			void *object, const struct hkj_json_place *place,
			struct hkj_error *error)
{
	size_t nr = json_array_size(json);
	char *items;

	if (!json_is_array(json))
		return hkj_json_wrong(error, place, "an array of objects");
	items = calloc(nr + 1, key->shape->size);
	if (!items)
		return hkj_error_memory(error);
	HKJ_JSON_VALUE(char *, key, object) = items;
	HKJ_JSON_NR(key, object) = nr;
	for (size_t i = 0; i < nr; i++) {
		struct hkj_json_place element = { place, NULL, i };

		if (hkj_json_read(key->shape, json_array_get(json, i),
				  items + i * key->shape->size, &element, error))
			return -1;
	}
	return 0;
}

static json_t *objects_write(const struct hkj_json_key *key, const void *object)
{
	const char *items = HKJ_JSON_CONST(char *, key, object);
	json_t *json = json_array();

	for (size_t i = 0; json && i < HKJ_JSON_CONST_NR(key, object); i++) {
		json_t *item = hkj_json_write(key->shape,
					      items + i * key->shape->size);

		if (json_array_append_new(json, item)) {
			json_decref(json);
			return NULL;
		}
	}
	return json;
}

static void objects_free(const struct hkj_json_key *key, void *object)
{
	char *items = HKJ_JSON_VALUE(char *, key, object);

	for (size_t i = 0; i < HKJ_JSON_NR(key, object); i++)
		hkj_json_free(key->shape, items + i * key->shape->size);
	free(items);
	HKJ_JSON_VALUE(char *, key, object) = NULL;
	HKJ_JSON_NR(key, object) = 0;
}

/* Return: whether an array element is a whole number from 0 on. */
static bool edge_read(const json_t *row, size_t index, uint64_t *value)
{
	const json_t *json = json_array_get(row, index);

	if (!json_is_integer(json) || json_integer_value(json) < 0)
		return false;
	*value = (uint64_t)json_integer_value(json);
	return true;
}

static int bucket_read(const json_t *row, struct hkj_bucket *bucket,
		       const struct hkj_bucket *before,
		       const struct hkj_json_place *place,
		       struct hkj_error *error)
{
	bool is_open = json_is_null(json_array_get(row, 1));

	bucket->high = HKJ_NONE;
	if (json_array_size(row) != 3 || !edge_read(row, 0, &bucket->low) ||
	    (!is_open && !edge_read(row, 1, &bucket->high)) ||
	    !edge_read(row, 2, &bucket->count))
		return hkj_json_wrong(error, place, "[low_ns, high_ns, count]");
	if (bucket->low > bucket->high || !bucket->count)
		return hkj_json_wrong(error, place,
				      "low <= high and a count of 1 or more");
	if (before && before->high >= bucket->low)
		return hkj_json_wrong(error, place,
				      "above the bucket before it");
	return 0;
}

static int histogram_read(const struct hkj_json_key *key, const json_t *json,
			  void *object, const struct hkj_json_place *place,
			  struct hkj_error *error)
{
	struct hkj_histogram *histogram =
		&HKJ_JSON_VALUE(struct hkj_histogram, key, object);
	size_t nr = json_array_size(json);

	if (!json_is_array(json))
		return hkj_json_wrong(error, place, "an array of buckets");
	histogram->buckets = nr ? calloc(nr, sizeof(*histogram->buckets)) : NULL;
	if (nr && !histogram->buckets)
		return hkj_error_memory(error);
	histogram->nr_buckets = nr;
	for (size_t i = 0; i < nr; i++) {
		struct hkj_json_place element = { place, NULL, i };
		struct hkj_bucket *bucket = &histogram->buckets[i];

		if (bucket_read(json_array_get(json, i), bucket,
				i ? bucket - 1 : NULL, &element, error))
			return -1;
	}
	return 0;
}

static json_t *bucket_write(const struct hkj_bucket *bucket)
{
	if (bucket->low > INT64_MAX || bucket->count > INT64_MAX ||
	    (bucket->high > INT64_MAX && bucket->high != HKJ_NONE))
		return NULL;
	if (bucket->high == HKJ_NONE)
		return json_pack("[I,n,I]", (json_int_t)bucket->low,
				 (json_int_t)bucket->count);
	return json_pack("[I,I,I]", (json_int_t)bucket->low,
			 (json_int_t)bucket->high, (json_int_t)bucket->count);
}

static json_t *histogram_write(const struct hkj_json_key *key,
			       const void *object)
{
	const struct hkj_histogram *histogram =
		&HKJ_JSON_CONST(struct hkj_histogram, key, object);
	json_t *json = json_array();

	for (size_t i = 0; json && i < histogram->nr_buckets; i++) {
		json_t *row = bucket_write(&histogram->buckets[i]);

		if (json_array_append_new(json, row)) {
			json_decref(json);
			return NULL;
		}
	}
	return json;
}

static void histogram_free(const struct hkj_json_key *key, void *object)
{
	struct hkj_histogram *histogram =
		&HKJ_JSON_VALUE(struct hkj_histogram, key, object);

	free(histogram->buckets);
	*histogram = (struct hkj_histogram){ 0 };
}

const struct hkj_json_ops hkj_json_nested[HKJ_NR_JSON_TYPES] = {
	[HKJ_JSON_OBJECT] = { object_read, object_write, NULL, object_free },
	[HKJ_JSON_MAYBE_OBJECT] = { maybe_read, maybe_write,
				    pointer_is_missing, maybe_free },
	[HKJ_JSON_OBJECTS] = { objects_read, objects_write, pointer_is_missing,
			       objects_free },
	[HKJ_JSON_HISTOGRAM] = { histogram_read, histogram_write, NULL,
				 histogram_free },
};
