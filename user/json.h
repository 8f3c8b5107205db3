/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Between C structures and JSON, by tables: a shape lists the keys of an
 * object, each with its type and the place of its value in the structure.
 * Reading, writing and freeing all go by the same table, so that they cannot
 * disagree. What is read comes from a stream and what is written goes to one,
 * value by value (json_in.h, json_out.h).
 */
#ifndef HKJITTER_USER_JSON_H
#define HKJITTER_USER_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "error.h"
#include "json_in.h"

/**
 * enum hkj_json_type - what a key holds, and how the structure holds it
 * @HKJ_JSON_TEXT: string; char *, owned; NULL is a missing key
 * @HKJ_JSON_TEXTS: array of strings; char **, NULL at its end, and a size_t
 * @HKJ_JSON_U64: whole number; uint64_t, below 2^63
 * @HKJ_JSON_U64_OR_NULL: the same, HKJ_NONE being null
 * @HKJ_JSON_MAYBE_U64: whole number; struct hkj_maybe; a missing key if it is
 *                      not there
 * @HKJ_JSON_REAL: number; double, NAN being null
 * @HKJ_JSON_BOOL: true or false; bool
 * @HKJ_JSON_OBJECT: object; the structure itself, embedded
 * @HKJ_JSON_MAYBE_OBJECT: object; pointer to the structure, owned; NULL is a
 *                         missing key
 * @HKJ_JSON_OBJECTS: array of objects; pointer to structures, owned, and a
 *                    size_t; NULL is a missing key, an empty array is not
 * @HKJ_JSON_HISTOGRAM: [[low, high, count], ...]; struct hkj_histogram
 * @HKJ_JSON_POINTS: [[t_ns, gaps, lost_ns, longest_ns, top], ...]; pointer to
 *                   struct hkj_point, owned, and a size_t
 * @HKJ_NR_JSON_TYPES: how many there are
 */
enum hkj_json_type {
	HKJ_JSON_TEXT,
	HKJ_JSON_TEXTS,
	HKJ_JSON_U64,
	HKJ_JSON_U64_OR_NULL,
	HKJ_JSON_MAYBE_U64,
	HKJ_JSON_REAL,
	HKJ_JSON_BOOL,
	HKJ_JSON_OBJECT,
	HKJ_JSON_MAYBE_OBJECT,
	HKJ_JSON_OBJECTS,
	HKJ_JSON_HISTOGRAM,
	HKJ_JSON_POINTS,
	HKJ_NR_JSON_TYPES
};

struct hkj_json_shape;

/* Keys of one object; a reader has a bit for each. */
#define HKJ_JSON_KEYS_MAX 64

/**
 * struct hkj_json_key - one row of a shape
 * @name: the key; NULL ends the table
 * @type: of its value
 * @is_optional: a reader does not miss it
 * @offset: of the value in the structure
 * @nr_offset: of its number of elements, for arrays
 * @shape: of its object or objects
 */
struct hkj_json_key {
	const char *name;
	enum hkj_json_type type;
	bool is_optional;
	size_t offset;
	size_t nr_offset;
	const struct hkj_json_shape *shape;
};

/**
 * struct hkj_json_shape - an object
 * @size: of the structure
 * @keys: its table, of HKJ_JSON_KEYS_MAX rows at most
 * @is_strict: other keys are mistakes, as in what people write by hand; else
 *             they are passed over, as later tools may add some
 */
struct hkj_json_shape {
	size_t size;
	const struct hkj_json_key *keys;
	bool is_strict;
};

/* Where a value is, for messages: a chain from the inside out. */
struct hkj_json_place {
	const struct hkj_json_place *up;
	const char *key; /* NULL: an element of an array */
	size_t index;
};

int hkj_json_load(const struct hkj_json_shape *shape, const char *schema,
		  void *object, FILE *stream, const char *name,
		  struct hkj_error *error);
int hkj_json_save(const struct hkj_json_shape *shape, const char *schema,
		  const void *object, FILE *stream);
int hkj_json_dump(json_t *json, FILE *stream);

int hkj_json_read(const struct hkj_json_shape *shape, struct hkj_json_in *in,
		  void *object, const struct hkj_json_place *place);
json_t *hkj_json_write(const struct hkj_json_shape *shape, const void *object);
void hkj_json_free(const struct hkj_json_shape *shape, void *object);

int hkj_json_wrong(struct hkj_error *error, const struct hkj_json_place *place,
		   const char *wanted);

#endif /* HKJITTER_USER_JSON_H */
