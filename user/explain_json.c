// SPDX-License-Identifier: GPL-2.0
#include "explain.h"
#include "shapes.h"

static const struct hkj_json_key keys_who[] = {
	HKJ_KEY(TEXT, struct hkj_explain_who, comm),
	HKJ_KEY(TEXT, struct hkj_explain_who, function),
	HKJ_KEY(U64, struct hkj_explain_who, count),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_who = HKJ_SHAPE(struct hkj_explain_who,
							 keys_who);

static const struct hkj_json_key keys_remedy[] = {
	HKJ_KEY(U64, struct hkj_remedy, count),
	HKJ_KEY(TEXT, struct hkj_remedy, what),
	HKJ_KEY(TEXT, struct hkj_remedy, how),
	HKJ_KEY(TEXT, struct hkj_remedy, knob),
	HKJ_KEY(TEXT, struct hkj_remedy, cost),
	HKJ_KEY(TEXT, struct hkj_remedy, document),
	HKJ_KEY(BOOL, struct hkj_remedy, is_effect),
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_remedy, needs),
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_remedy, has_needs),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_remedy = HKJ_SHAPE(struct hkj_remedy,
							    keys_remedy);

static const struct hkj_json_key keys_source[] = {
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_explained, kernel),
	{ "class", HKJ_JSON_TEXT, false,
	  offsetof(struct hkj_explained, class_name), 0, NULL },
	HKJ_KEY(TEXT, struct hkj_explained, name),
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_explained, function),
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_explained, cpus),
	HKJ_KEY(U64, struct hkj_explained, count),
	HKJ_KEY(U64, struct hkj_explained, total_ns),
	HKJ_KEY_OBJECTS(struct hkj_explained, initiators, &shape_who),
	HKJ_KEY_OBJECTS(struct hkj_explained, remedies, &shape_remedy),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_source =
	HKJ_SHAPE(struct hkj_explained, keys_source);

static const struct hkj_json_key keys_explanation[] = {
	HKJ_KEY(TEXT, struct hkj_explanation, schema),
	HKJ_KEY(TEXT, struct hkj_explanation, kernel),
	HKJ_KEY(TEXT, struct hkj_explanation, arch),
	HKJ_KEY_OBJECTS(struct hkj_explanation, sources, &shape_source),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_explanation =
	HKJ_SHAPE(struct hkj_explanation, keys_explanation);

/**
 * hkj_explain_write_json() - print as JSON
 * @explanation: complete
 * @out: gets it
 * @error: filled when there is no memory or space
 *
 * Return: 0 or -1.
 */
int hkj_explain_write_json(const struct hkj_explanation *explanation,
			   FILE *out, struct hkj_error *error)
{
	if (hkj_json_save(&shape_explanation, NULL, explanation, out))
		return hkj_error_stdout(error);
	return 0;
}
