// SPDX-License-Identifier: GPL-2.0
/*
 * A judgement as JSON, schema hkjitter-check/1.
 */
#include <math.h>
#include <stdlib.h>

#include "finding_text.h"
#include "json.h"
#include "json_types.h"
#include "result.h"
#include "view_check.h"

static json_t *text_or_null(const char *text)
{
	return text ? hkj_json_string(text) : json_null();
}

static json_t *value_or_null(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *number_or_null(uint64_t value)
{
	return value > INT64_MAX ? json_null() : json_integer((json_int_t)value);
}

static json_t *source_make(const struct hkj_source_record *source)
{
	if (!source)
		return json_null();
	return json_pack("{s:o, s:o, s:o}", "class",
			 hkj_json_string(source->class_name), "name",
			 text_or_null(source->name), "function",
			 text_or_null(source->function));
}

static json_t *initiator_make(const struct hkj_initiator_record *who)
{
	if (!who)
		return json_null();
	return json_pack("{s:o, s:o, s:o, s:o}", "comm",
			 hkj_json_string(who->comm), "pid",
			 number_or_null(who->pid), "cpu",
			 number_or_null(who->cpu), "function",
			 text_or_null(who->function));
}

static json_t *gap_make(const struct hkj_longest *gap)
{
	if (!gap)
		return json_null();
	return json_pack("{s:o, s:o}", "start_ns",
			 number_or_null(gap->start_ns), "duration_ns",
			 number_or_null(gap->duration_ns));
}

static json_t *gaps_make(const struct hkj_culprit *culprit)
{
	if (!culprit->nr_gaps)
		return json_null();
	return json_pack("{s:I, s:o, s:o}", "count",
			 (json_int_t)culprit->nr_gaps, "duration_ns",
			 number_or_null(culprit->gaps_ns), "culprit_ns",
			 number_or_null(culprit->net_ns));
}

static json_t *culprit_make(const struct hkj_finding *finding)
{
	const struct hkj_culprit *culprit = &finding->culprit;
	char *text;
	json_t *json;

	if (!finding->nr_broken)
		return json_null();
	text = hkj_finding_culprit(finding);
	json = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "text",
			 text_or_null(text), "source",
			 source_make(culprit->source), "initiator",
			 initiator_make(culprit->initiator), "gap",
			 gap_make(culprit->gap), "gaps",
			 gaps_make(culprit), "other",
			 text_or_null(culprit->other));
	free(text);
	return json;
}

static json_t *place_make(const struct hkj_judgement *judgement,
			  const struct hkj_finding *finding)
{
	const struct hkj_result *result = judgement->result;
	const struct hkj_target *target = finding->target;
	struct hkj_host_label room;
	const struct hkj_host *host;

	if (!target)
		return json_null();
	host = hkj_result_host(result, target);
	return json_pack("{s:o, s:o, s:o, s:o}", "cpu",
			 number_or_null(target->cpu), "host",
			 hkj_json_string(hkj_result_host_name(result, host,
							      &room)),
			 "value", value_or_null(finding->range.low),
			 "value_at_most", value_or_null(finding->range.high));
}

static json_t *finding_make(const struct hkj_judgement *judgement,
			    const struct hkj_finding *finding)
{
	const struct hkj_limit *limit = finding->limit;
	bool has_bound = hkj_quantities[limit->quantity].unit != HKJ_UNIT_NONE;
	char *name = hkj_finding_name(finding);
	json_t *json;

	json = json_pack("{s:o, s:o, s:s, s:s, s:o, s:o, s:o, s:o, s:I, s:I, s:o, s:o}",
			 "set", hkj_json_string(finding->set->name), "name",
			 text_or_null(name), "limit", limit->limit, "ruling",
			 hkj_ruling_names[finding->ruling], "at_most",
			 text_or_null(limit->at_most), "at_least",
			 text_or_null(limit->at_least), "bound",
			 has_bound ? value_or_null(limit->bound) : json_null(),
			 "reason", text_or_null(limit->why), "nr_cpus",
			 (json_int_t)finding->nr_cpus, "nr_broken",
			 (json_int_t)finding->nr_broken, "worst",
			 place_make(judgement, finding), "skipped_because",
			 text_or_null(finding->why));
	free(name);
	if (json_object_set_new(json, "culprit", culprit_make(finding)) ||
	    json_object_set_new(json, "knob",
				text_or_null(finding->sentence))) {
		json_decref(json);
		return NULL;
	}
	return json;
}

static const char *verdict_of(const struct hkj_judgement *judgement)
{
	if (judgement->nr[HKJ_RULING_FAIL])
		return hkj_ruling_names[HKJ_RULING_FAIL];
	return hkj_ruling_names[judgement->nr[HKJ_RULING_PASS] ?
					HKJ_RULING_PASS :
					HKJ_RULING_SKIP];
}

static json_t *judgement_make(const struct hkj_judgement *judgement,
			      const char *name)
{
	json_t *list = json_array();

	for (size_t i = 0; i < judgement->nr_findings; i++) {
		json_t *item = finding_make(judgement, &judgement->findings[i]);

		if (json_array_append_new(list, item)) {
			json_decref(list);
			return NULL;
		}
	}
	return json_pack("{s:s, s:o, s:o, s:s, s:{s:I, s:I, s:I}, s:o}",
			 "schema", HKJ_CHECK_SCHEMA, "budget",
			 hkj_json_string(judgement->budget->name), "result",
			 hkj_json_string(name), "verdict",
			 verdict_of(judgement), "totals", "pass",
			 (json_int_t)judgement->nr[HKJ_RULING_PASS], "fail",
			 (json_int_t)judgement->nr[HKJ_RULING_FAIL], "skip",
			 (json_int_t)judgement->nr[HKJ_RULING_SKIP], "limits",
			 list);
}

/**
 * hkj_check_write_json() - print a judgement as JSON
 * @judgement: filled
 * @name: of the result's file
 * @out: gets it
 * @error: filled when it cannot be written
 *
 * Return: 0 or -1.
 */
int hkj_check_write_json(const struct hkj_judgement *judgement,
			 const char *name, FILE *out, struct hkj_error *error)
{
	json_t *json = judgement_make(judgement, name);
	int failed = !json || hkj_json_dump(json, out);

	json_decref(json);
	if (failed)
		return hkj_error_stdout(error);
	return 0;
}
