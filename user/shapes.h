/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The keys of the result file, as tables.
 */
#ifndef HKJITTER_USER_SHAPES_H
#define HKJITTER_USER_SHAPES_H

#include "json.h"

extern const struct hkj_json_shape hkj_shape_result;
extern const struct hkj_json_shape hkj_shape_host;
extern const struct hkj_json_shape hkj_shape_config;
extern const struct hkj_json_shape hkj_shape_run;
extern const struct hkj_json_shape hkj_shape_setting;
extern const struct hkj_json_shape hkj_shape_merged_run;
extern const struct hkj_json_shape hkj_shape_target;
extern const struct hkj_json_shape hkj_shape_percentiles;
extern const struct hkj_json_shape hkj_shape_parts_sum;
extern const struct hkj_json_shape hkj_shape_unexplained;
extern const struct hkj_json_shape hkj_shape_source;
extern const struct hkj_json_shape hkj_shape_tick;
extern const struct hkj_json_shape hkj_shape_longest;

#define HKJ_SHAPE(owner, keys_table) \
	{ \
		sizeof(owner), keys_table, false \
	}
#define HKJ_SHAPE_STRICT(owner, keys_table) \
	{ \
		sizeof(owner), keys_table, true \
	}

/* HKJ_KEY(TEXT, struct hkj_tool, version) is the key "version". */
#define HKJ_KEY(type, owner, field) \
	{ #field, HKJ_JSON_##type, false, offsetof(owner, field), 0, NULL }
#define HKJ_KEY_OPTIONAL(type, owner, field) \
	{ #field, HKJ_JSON_##type, true, offsetof(owner, field), 0, NULL }
#define HKJ_KEY_OBJECT(owner, field, shape) \
	{ #field, HKJ_JSON_OBJECT, false, offsetof(owner, field), 0, shape }
#define HKJ_KEY_MAYBE(owner, field, shape) \
	{ #field, HKJ_JSON_MAYBE_OBJECT, true, offsetof(owner, field), 0, \
	  shape }
#define HKJ_KEY_OBJECTS(owner, field, shape) \
	{ #field, HKJ_JSON_OBJECTS, true, offsetof(owner, field), \
	  offsetof(owner, nr_##field), shape }
/* Of a key that is no word of C. */
#define HKJ_KEY_NAMED(key, type, owner, field) \
	{ key, HKJ_JSON_##type, false, offsetof(owner, field), 0, NULL }
#define HKJ_KEY_TEXTS(owner, field) \
	{ #field, HKJ_JSON_TEXTS, false, offsetof(owner, field), \
	  offsetof(owner, nr_##field), NULL }
#define HKJ_KEY_POINTS(owner, field) \
	{ #field, HKJ_JSON_POINTS, false, offsetof(owner, field), \
	  offsetof(owner, nr_##field), NULL }
#define HKJ_KEY_END \
	{ \
		NULL, HKJ_JSON_TEXT, false, 0, 0, NULL \
	}

#endif /* HKJITTER_USER_SHAPES_H */
