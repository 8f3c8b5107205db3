// SPDX-License-Identifier: GPL-2.0
/*
 * Values with a structure of their own: objects, arrays of them, histograms.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "json_out.h"
#include "json_types.h"
#include "percentile.h"

static int object_read(const struct hkj_json_key *key, struct hkj_json_in *in,
		       void *object, const struct hkj_json_place *place)
{
	return hkj_json_read(key->shape, in, &HKJ_JSON_VALUE(char, key, object),
			     place);
}

static int object_write(const struct hkj_json_key *key, const void *object,
			FILE *stream)
{
	return hkj_json_out_object(key->shape,
				   &HKJ_JSON_CONST(char, key, object), stream);
}

static void object_free(const struct hkj_json_key *key, void *object)
{
	hkj_json_free(key->shape, &HKJ_JSON_VALUE(char, key, object));
}

static int maybe_read(const struct hkj_json_key *key, struct hkj_json_in *in,
		      void *object, const struct hkj_json_place *place)
{
	void *inner = calloc(1, key->shape->size);

	if (!inner)
		return hkj_error_memory(in->error);
	HKJ_JSON_VALUE(void *, key, object) = inner;
	return hkj_json_read(key->shape, in, inner, place);
}

static int maybe_write(const struct hkj_json_key *key, const void *object,
		       FILE *stream)
{
	return hkj_json_out_object(key->shape,
				   HKJ_JSON_CONST(void *, key, object), stream);
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

/**
 * struct list - elements of a number that is not known before the end
 * @items: the elements
 * @item_size: of one
 * @nr: how many there are
 * @room: how many there is room for
 */
struct list {
	char *items;
	size_t item_size;
	size_t nr;
	size_t room;
};

/* Return: a zeroed element behind the others; NULL if there is no memory. */
static void *list_add(struct list *list)
{
	size_t room = list->room ? list->room * 2 : 4;
	char *item;

	if (list->nr == list->room) {
		char *items = reallocarray(list->items, room, list->item_size);

		if (!items)
			return NULL;
		list->items = items;
		list->room = room;
	}
	item = list->items + list->nr++ * list->item_size;
	memset(item, 0, list->item_size);
	return item;
}

/* What a list has room for and does not use; an empty one keeps its room. */
static void list_trim(struct list *list)
{
	size_t nr = list->nr ? list->nr : 1;
	char *items = reallocarray(list->items, nr, list->item_size);

	if (items)
		list->items = items;
}

static int objects_fill(struct list *list, const struct hkj_json_key *key,
			struct hkj_json_in *in,
			const struct hkj_json_place *place)
{
	struct hkj_json_place element = { place, NULL, 0 };
	int more;

	while ((more = hkj_json_in_more(in, ']', !list->nr)) > 0) {
		void *item = list_add(list);

		if (!item)
			return hkj_error_memory(in->error);
		if (hkj_json_read(key->shape, in, item, &element))
			return -1;
		element.index++;
	}
	return more;
}

static int objects_read(const struct hkj_json_key *key, struct hkj_json_in *in,
			void *object, const struct hkj_json_place *place)
{
	struct list list = { .item_size = key->shape->size };
	int failed;

	if (hkj_json_want(in, place, "[", "an array of objects") ||
	    hkj_json_in_begin(in))
		return -1;
	failed = objects_fill(&list, key, in, place);
	list_trim(&list);
	HKJ_JSON_VALUE(char *, key, object) = list.items;
	HKJ_JSON_NR(key, object) = list.nr;
	if (!failed && !list.items)
		return hkj_error_memory(in->error);
	return failed;
}

static int objects_write(const struct hkj_json_key *key, const void *object,
			 FILE *stream)
{
	const char *items = HKJ_JSON_CONST(char *, key, object);

	putc_unlocked('[', stream);
	for (size_t i = 0; i < HKJ_JSON_CONST_NR(key, object); i++) {
		if (i)
			putc_unlocked(',', stream);
		if (hkj_json_out_object(key->shape,
					items + i * key->shape->size, stream))
			return -1;
	}
	putc_unlocked(']', stream);
	return 0;
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

/* Return: 1 if it is a whole number, or null where that is allowed; 0, -1. */
static int edge_read(struct hkj_json_in *in, bool is_open, uint64_t *value)
{
	struct hkj_json_number number;
	int kind = hkj_json_in_kind(in);

	if (kind == 'n' && is_open) {
		*value = HKJ_NONE;
		return hkj_json_in_word(in) ? -1 : 1;
	}
	if (kind != '0')
		return kind < 0 ? -1 : 0;
	if (hkj_json_in_number(in, &number))
		return -1;
	*value = number.value;
	return number.is_whole;
}

/* Return: 1 if it is an array of three such numbers; 0, -1. */
static int edges_read(struct hkj_json_in *in, struct hkj_bucket *bucket)
{
	uint64_t *const values[] = { &bucket->low, &bucket->high,
				     &bucket->count };
	int kind = hkj_json_in_kind(in);

	if (kind != '[')
		return kind < 0 ? -1 : 0;
	if (hkj_json_in_begin(in))
		return -1;
	for (unsigned int i = 0; i < 3; i++) {
		int is_fine = hkj_json_in_more(in, ']', !i);

		if (is_fine > 0)
			is_fine = edge_read(in, i == 1, values[i]);
		if (is_fine < 1)
			return is_fine;
	}
	switch (hkj_json_in_more(in, ']', false)) {
	case 0:
		return 1;
	case 1:
		return 0;
	default:
		return -1;
	}
}

static int bucket_read(struct hkj_json_in *in, struct hkj_bucket *bucket,
		       const struct hkj_bucket *before,
		       const struct hkj_json_place *place)
{
	int is_fine = edges_read(in, bucket);

	if (is_fine < 0)
		return -1;
	if (!is_fine)
		return hkj_json_wrong(in->error, place,
				      "[low_ns, high_ns, count]");
	if (bucket->low > bucket->high || !bucket->count)
		return hkj_json_wrong(in->error, place,
				      "low <= high and a count of 1 or more");
	if (before && before->high >= bucket->low)
		return hkj_json_wrong(in->error, place,
				      "above the bucket before it");
	return 0;
}

static int buckets_fill(struct list *list, struct hkj_json_in *in,
			const struct hkj_json_place *place)
{
	struct hkj_json_place element = { place, NULL, 0 };
	int more;

	while ((more = hkj_json_in_more(in, ']', !list->nr)) > 0) {
		struct hkj_bucket *bucket = list_add(list);

		if (!bucket)
			return hkj_error_memory(in->error);
		if (bucket_read(in, bucket, element.index ? bucket - 1 : NULL,
				&element))
			return -1;
		element.index++;
	}
	return more;
}

static int histogram_read(const struct hkj_json_key *key,
			  struct hkj_json_in *in, void *object,
			  const struct hkj_json_place *place)
{
	struct list list = { .item_size = sizeof(struct hkj_bucket) };
	int failed;

	if (hkj_json_want(in, place, "[", "an array of buckets") ||
	    hkj_json_in_begin(in))
		return -1;
	failed = buckets_fill(&list, in, place);
	if (list.nr)
		list_trim(&list);
	HKJ_JSON_VALUE(struct hkj_histogram, key, object) =
		(struct hkj_histogram){ list.nr, (void *)list.items };
	return failed;
}

static int bucket_write(const struct hkj_bucket *bucket, FILE *stream)
{
	putc_unlocked('[', stream);
	if (hkj_json_out_u64(bucket->low, stream))
		return -1;
	putc_unlocked(',', stream);
	if (bucket->high == HKJ_NONE)
		fputs("null", stream);
	else if (hkj_json_out_u64(bucket->high, stream))
		return -1;
	putc_unlocked(',', stream);
	if (hkj_json_out_u64(bucket->count, stream))
		return -1;
	putc_unlocked(']', stream);
	return 0;
}

static int histogram_write(const struct hkj_json_key *key, const void *object,
			   FILE *stream)
{
	const struct hkj_histogram *histogram =
		&HKJ_JSON_CONST(struct hkj_histogram, key, object);

	putc_unlocked('[', stream);
	for (size_t i = 0; i < histogram->nr_buckets; i++) {
		if (i)
			putc_unlocked(',', stream);
		if (bucket_write(&histogram->buckets[i], stream))
			return -1;
	}
	putc_unlocked(']', stream);
	return 0;
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
