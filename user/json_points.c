// SPDX-License-Identifier: GPL-2.0
/*
 * The points of a time series: [[start_ns, count, total_ns, max_ns, top], ...].
 */
#include <stdint.h>
#include <stdlib.h>

#include "json_out.h"
#include "json_types.h"
#include "model.h"

#define NR_COLUMNS 5

/* Return: 1 if it is a whole number, or -1 where that stands for none; 0, -1. */
static int column_read(struct hkj_json_in *in, bool is_top, uint64_t *value)
{
	struct hkj_json_number number;
	int kind = hkj_json_in_kind(in);

	if (kind != '0')
		return kind < 0 ? -1 : 0;
	if (hkj_json_in_number(in, &number))
		return -1;
	*value = number.is_whole ? number.value : HKJ_NONE;
	return number.is_whole || (is_top && number.real == -1);
}

/* Return: 1 if it is an array of five such numbers; 0, -1. */
static int columns_read(struct hkj_json_in *in, struct hkj_point *point)
{
	uint64_t *const values[NR_COLUMNS] = { &point->start_ns, &point->count,
					       &point->total_ns, &point->max_ns,
					       &point->top };
	int kind = hkj_json_in_kind(in);
	int more;

	if (kind != '[')
		return kind < 0 ? -1 : 0;
	if (hkj_json_in_begin(in))
		return -1;
	for (unsigned int i = 0; i < NR_COLUMNS; i++) {
		int is_fine = hkj_json_in_more(in, ']', !i);

		if (is_fine > 0)
			is_fine = column_read(in, i == NR_COLUMNS - 1,
					      values[i]);
		if (is_fine < 1)
			return is_fine;
	}
	more = hkj_json_in_more(in, ']', false);
	return more < 0 ? -1 : !more;
}

static int point_read(struct hkj_json_in *in, struct hkj_point *point,
		      const struct hkj_point *before,
		      const struct hkj_json_place *place)
{
	int is_fine = columns_read(in, point);

	if (is_fine < 0)
		return -1;
	if (!is_fine || !point->count)
		return hkj_json_wrong(in->error, place,
				      "[t_ns, gaps, lost_ns, longest_ns, top] with gaps of 1 or more");
	if (before && before->start_ns >= point->start_ns)
		return hkj_json_wrong(in->error, place,
				      "later than the point before it");
	return 0;
}

/* Return: a point behind the others; NULL if there is no memory. */
static struct hkj_point *point_new(struct hkj_point **points, size_t nr)
{
	bool is_full = !(nr & (nr - 1));
	struct hkj_point *more = *points;

	if (is_full)
		more = reallocarray(more, nr ? 2 * nr : 1, sizeof(*more));
	if (!more)
		return NULL;
	*points = more;
	return &more[nr];
}

static int points_read(const struct hkj_json_key *key, struct hkj_json_in *in,
		       void *object, const struct hkj_json_place *place)
{
	struct hkj_json_place element = { place, NULL, 0 };
	struct hkj_point **points =
		&HKJ_JSON_VALUE(struct hkj_point *, key, object);
	size_t *nr = &HKJ_JSON_NR(key, object);
	int more;

	if (hkj_json_want(in, place, "[", "an array of points") ||
	    hkj_json_in_begin(in))
		return -1;
	for (; (more = hkj_json_in_more(in, ']', !*nr)) > 0; ++*nr) {
		struct hkj_point *point = point_new(points, *nr);

		if (!point)
			return hkj_error_memory(in->error);
		element.index = *nr;
		if (point_read(in, point, *nr ? point - 1 : NULL, &element))
			return -1;
	}
	return more;
}

static int point_write(const struct hkj_point *point, FILE *stream)
{
	const uint64_t values[] = { point->start_ns, point->count,
				    point->total_ns, point->max_ns };

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		putc_unlocked(i ? ',' : '[', stream);
		if (hkj_json_out_u64(values[i], stream))
			return -1;
	}
	putc_unlocked(',', stream);
	if (point->top == HKJ_NONE)
		fputs("-1", stream);
	else if (hkj_json_out_u64(point->top, stream))
		return -1;
	putc_unlocked(']', stream);
	return 0;
}

static int points_write(const struct hkj_json_key *key, const void *object,
			FILE *stream)
{
	const struct hkj_point *points =
		HKJ_JSON_CONST(struct hkj_point *, key, object);

	putc_unlocked('[', stream);
	for (size_t i = 0; i < HKJ_JSON_CONST_NR(key, object); i++) {
		if (i)
			putc_unlocked(',', stream);
		if (point_write(&points[i], stream))
			return -1;
	}
	putc_unlocked(']', stream);
	return 0;
}

static void points_free(const struct hkj_json_key *key, void *object)
{
	free(HKJ_JSON_VALUE(struct hkj_point *, key, object));
	HKJ_JSON_VALUE(struct hkj_point *, key, object) = NULL;
	HKJ_JSON_NR(key, object) = 0;
}

const struct hkj_json_ops hkj_json_points = { points_read, points_write, NULL,
					      points_free };
