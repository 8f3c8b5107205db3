// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attribution.h"
#include "budget.h"
#include "guess.h"
#include "shapes.h"

const struct hkj_quantity_row hkj_quantities[HKJ_NR_QUANTITIES] = {
#define X(id, name, unit, is_of, is_floor) \
	{ name, HKJ_UNIT_##unit, is_of, is_floor },
	HKJ_QUANTITIES(X)
#undef X
};

static const struct hkj_json_key keys_selector[] = {
	{ "class", HKJ_JSON_TEXT, true,
	  offsetof(struct hkj_selector, class_name), 0, NULL },
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_selector, name),
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_selector, initiator),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_selector =
	HKJ_SHAPE_STRICT(struct hkj_selector, keys_selector);

static const struct hkj_json_key keys_limit[] = {
	HKJ_KEY(TEXT, struct hkj_limit, limit),
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_limit, name),
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_limit, why),
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_limit, at_most),
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_limit, at_least),
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_limit, if_unknown),
	HKJ_KEY_OBJECTS(struct hkj_limit, of, &shape_selector),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_limit =
	HKJ_SHAPE_STRICT(struct hkj_limit, keys_limit);

static const struct hkj_json_key keys_set[] = {
	HKJ_KEY(TEXT, struct hkj_budget_set, name),
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_budget_set, why),
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_budget_set, cpus),
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_budget_set, hosts),
	HKJ_KEY_OBJECTS(struct hkj_budget_set, limits, &shape_limit),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_set =
	HKJ_SHAPE_STRICT(struct hkj_budget_set, keys_set);

static const struct hkj_json_key keys_budget[] = {
	HKJ_KEY(TEXT, struct hkj_budget, name),
	HKJ_KEY_OPTIONAL(TEXT, struct hkj_budget, why),
	HKJ_KEY_OBJECTS(struct hkj_budget, sets, &shape_set),
	HKJ_KEY_END,
};

static const struct hkj_json_shape shape_budget =
	HKJ_SHAPE_STRICT(struct hkj_budget, keys_budget);

static int wrong(struct hkj_error *error, const struct hkj_json_place *up,
		 const char *key, const char *wanted)
{
	const struct hkj_json_place place = { up, key, 0 };

	return hkj_json_wrong(error, &place, wanted);
}

/* A glob that no class fits would pass whatever happens. */
static bool is_class(const char *glob)
{
	static const char *const others[] = { HKJ_CLASS_UNEXPLAINED,
					      HKJ_CLASS_UNKNOWN };

	for (unsigned int i = 0; i < HKJ_NR_CLASSES; i++)
		if (!fnmatch(glob, hkj_class_names[i], 0))
			return true;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (!fnmatch(glob, others[i], 0))
			return true;
	return false;
}

static int classes_wrong(struct hkj_error *error,
			 const struct hkj_json_place *place)
{
	char wanted[200] = "a glob that fits one of " HKJ_CLASS_UNEXPLAINED;

	for (unsigned int i = 0; i < HKJ_NR_CLASSES; i++) {
		size_t used = strlen(wanted);

		snprintf(wanted + used, sizeof(wanted) - used, " %s",
			 hkj_class_names[i]);
	}
	return wrong(error, place, "class", wanted);
}

static int selector_check(const struct hkj_selector *selector,
			  const struct hkj_json_place *place,
			  struct hkj_error *error)
{
	if (!selector->class_name && !selector->name && !selector->initiator)
		return hkj_json_wrong(error, place,
				      "an object with class, name or initiator; one \"*\" of them fits all");
	if (selector->class_name && !is_class(selector->class_name))
		return classes_wrong(error, place);
	return 0;
}

static int selectors_check(const struct hkj_limit *limit,
			   const struct hkj_json_place *up,
			   struct hkj_error *error)
{
	const struct hkj_quantity_row *row = &hkj_quantities[limit->quantity];
	const struct hkj_json_place list = { up, "of", 0 };
	bool is_needed = limit->quantity == HKJ_QUANTITY_FORBIDDEN ||
			 limit->quantity == HKJ_QUANTITY_ALLOWED;

	if (limit->of && !row->is_of)
		return wrong(error, up, "of",
			     "away: this limit is about the run itself");
	if (is_needed && !limit->of)
		return wrong(error, up, "of",
			     "there: which sources? (an empty list is none)");
	if (limit->of && !limit->nr_of &&
	    limit->quantity != HKJ_QUANTITY_ALLOWED)
		return wrong(error, up, "of",
			     "a list of one selector or more");
	for (size_t i = 0; i < limit->nr_of; i++) {
		const struct hkj_json_place place = { &list, NULL, i };

		if (selector_check(&limit->of[i], &place, error))
			return -1;
	}
	return 0;
}

static int bound_check(struct hkj_limit *limit, const struct hkj_json_place *up,
		       struct hkj_error *error)
{
	const struct hkj_quantity_row *row = &hkj_quantities[limit->quantity];
	const char *key = row->is_floor ? "at_least" : "at_most";
	const char *other = row->is_floor ? "at_most" : "at_least";
	const char *text = row->is_floor ? limit->at_least : limit->at_most;
	bool has_other = row->is_floor ? limit->at_most : limit->at_least;
	const char *wanted;

	if (row->unit == HKJ_UNIT_NONE)
		return text || has_other ?
			       wrong(error, up, text ? key : other,
				     "away: this limit has no bound") :
			       0;
	if (has_other)
		return wrong(error, up, other,
			     row->is_floor ? "'at_least' for this limit" :
					     "'at_most' for this limit");
	if (!text)
		return wrong(error, up, key, "there, and is missing");
	wanted = hkj_bound_parse(text, row->unit, &limit->bound);
	return wanted ? wrong(error, up, key, wanted) : 0;
}

static int quantity_find(struct hkj_limit *limit,
			 const struct hkj_json_place *up,
			 struct hkj_error *error)
{
	struct hkj_guess guess;
	char wanted[240] = "one of";

	hkj_guess_init(&guess, limit->limit);
	for (unsigned int i = 0; i < HKJ_NR_QUANTITIES; i++) {
		size_t used = strlen(wanted);

		limit->quantity = i;
		if (!strcmp(hkj_quantities[i].name, limit->limit))
			return 0;
		hkj_guess_try(&guess, hkj_quantities[i].name);
		snprintf(wanted + used, sizeof(wanted) - used, " %s",
			 hkj_quantities[i].name);
	}
	if (guess.best)
		snprintf(wanted, sizeof(wanted), "another: did you mean '%s'?",
			 guess.best);
	return wrong(error, up, "limit", wanted);
}

static int limit_check(struct hkj_limit *limit, const struct hkj_json_place *up,
		       struct hkj_error *error)
{
	if (quantity_find(limit, up, error) || bound_check(limit, up, error))
		return -1;
	if (limit->if_unknown && strcmp(limit->if_unknown, "skip") &&
	    strcmp(limit->if_unknown, "fail"))
		return wrong(error, up, "if_unknown", "'skip' or 'fail'");
	return selectors_check(limit, up, error);
}

static int cpus_check(struct hkj_budget_set *set,
		      const struct hkj_json_place *up, struct hkj_error *error)
{
	struct hkj_error why;

	if (!set->cpus || !strcmp(set->cpus, "all"))
		return 0;
	set->kind = HKJ_SET_ISOLATED;
	if (!strcmp(set->cpus, "isolated"))
		return 0;
	set->kind = HKJ_SET_LIST;
	if (hkj_cpus_parse(set->cpus, &set->list, &why) ||
	    !hkj_cpus_count(&set->list))
		return wrong(error, up, "cpus",
			     "'all', 'isolated' or a CPU list, as '1-3,5'");
	return 0;
}

static int set_check(struct hkj_budget_set *set,
		     const struct hkj_json_place *up, struct hkj_error *error)
{
	const struct hkj_json_place list = { up, "limits", 0 };

	if (!set->nr_limits)
		return wrong(error, up, "limits", "a list of one or more");
	for (size_t i = 0; i < set->nr_limits; i++) {
		const struct hkj_json_place place = { &list, NULL, i };

		if (limit_check(&set->limits[i], &place, error))
			return -1;
	}
	return cpus_check(set, up, error);
}

static int sets_check(struct hkj_budget *budget, struct hkj_error *error)
{
	const struct hkj_json_place list = { NULL, "sets", 0 };

	if (!budget->nr_sets)
		return wrong(error, NULL, "sets", "a list of one or more");
	for (size_t i = 0; i < budget->nr_sets; i++) {
		const struct hkj_json_place place = { &list, NULL, i };

		if (set_check(&budget->sets[i], &place, error))
			return -1;
	}
	return 0;
}

static int budget_read(struct hkj_budget *budget, FILE *stream,
		       const char *name, struct hkj_error *error)
{
	struct hkj_error why;

	if (hkj_json_load(&shape_budget, HKJ_BUDGET_SCHEMA, budget, stream,
			  name, error))
		return -1;
	if (!sets_check(budget, &why))
		return 0;
	hkj_budget_free(budget);
	return hkj_error_set(error, why.code, "'%.200s': %.280s", name,
			     why.text);
}

/* Where samples are installed: beside the program that runs, below share. */
static char *sample_path(const char *name)
{
	char program[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", program,
				  sizeof(program) - 1);
	char *path, *end;

	program[length < 0 ? 0 : length] = '\0';
	for (int i = 0; i < 2; i++) {
		end = strrchr(program, '/');
		if (!end)
			return NULL;
		*end = '\0';
	}
	if (asprintf(&path, "%s/share/hkjitter/budgets/%s.json", program,
		     name) < 0)
		return NULL;
	return path;
}

/* A file's name; else that of a sample, as "telco". */
static FILE *budget_open(const char *name, struct hkj_error *error)
{
	FILE *stream = fopen(name, "re");
	int number = errno;
	char *path;

	if (stream)
		return stream;
	path = number == ENOENT && !strchr(name, '/') ? sample_path(name) :
							NULL;
	if (path)
		stream = fopen(path, "re");
	if (!stream)
		hkj_error_set(error, HKJ_EXIT_CANNOT,
			      "cannot read '%.200s': %s%s%.200s", name,
			      strerror(number), path ? "; nor is there " : "",
			      path ? path : "");
	free(path);
	return stream;
}

/**
 * hkj_budget_load() - read a budget
 * @budget: filled; to be freed on success only
 * @name: of the file; "-" is standard input; a name without a folder that is no
 *        file may be that of an installed sample
 * @error: filled with the place that is wrong, and what would be right
 *
 * Return: 0 or -1.
 */
int hkj_budget_load(struct hkj_budget *budget, const char *name,
		    struct hkj_error *error)
{
	FILE *stream;
	int failed;

	*budget = (struct hkj_budget){ 0 };
	if (!strcmp(name, "-"))
		return budget_read(budget, stdin, "standard input", error);
	stream = budget_open(name, error);
	if (!stream)
		return -1;
	failed = budget_read(budget, stream, name, error);
	fclose(stream);
	return failed;
}

/**
 * hkj_budget_free() - free what a budget owns
 * @budget: filled or zeroed; zeroed afterwards
 */
void hkj_budget_free(struct hkj_budget *budget)
{
	hkj_json_free(&shape_budget, budget);
	*budget = (struct hkj_budget){ 0 };
}
