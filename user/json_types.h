/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Private to json*.c: what can be done with a value of each type.
 */
#ifndef HKJITTER_USER_JSON_TYPES_H
#define HKJITTER_USER_JSON_TYPES_H

#include "json.h"

/**
 * struct hkj_json_ops - one type
 * @read: from the value that comes next into the structure, which may be left
 *        half filled
 * @write: the value, to a stream; -1 if it cannot be said in JSON
 * @is_missing: whether the key is to be left out; NULL: never
 * @free: frees what the structure owns; NULL: nothing
 */
struct hkj_json_ops {
	int (*read)(const struct hkj_json_key *key, struct hkj_json_in *in,
		    void *object, const struct hkj_json_place *place);
	int (*write)(const struct hkj_json_key *key, const void *object,
		     FILE *stream);
	bool (*is_missing)(const struct hkj_json_key *key, const void *object);
	void (*free)(const struct hkj_json_key *key, void *object);
};

extern const struct hkj_json_ops hkj_json_scalars[HKJ_NR_JSON_TYPES];
extern const struct hkj_json_ops hkj_json_nested[HKJ_NR_JSON_TYPES];
extern const struct hkj_json_ops hkj_json_points;

const struct hkj_json_ops *hkj_json_ops_of(const struct hkj_json_key *key);
json_t *hkj_json_string(const char *text);
int hkj_json_want(struct hkj_json_in *in, const struct hkj_json_place *place,
		  const char *kinds, const char *wanted);

#define HKJ_JSON_VALUE(type, key, object) \
	(*(type *)(void *)((char *)(object) + (key)->offset))
#define HKJ_JSON_CONST(type, key, object) \
	(*(type const *)(const void *)((const char *)(object) + (key)->offset))
#define HKJ_JSON_NR(key, object) \
	(*(size_t *)(void *)((char *)(object) + (key)->nr_offset))
#define HKJ_JSON_CONST_NR(key, object)                          \
	(*(const size_t *)(const void *)((const char *)(object) + \
					 (key)->nr_offset))

#endif /* HKJITTER_USER_JSON_TYPES_H */
