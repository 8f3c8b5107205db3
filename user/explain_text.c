// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <string.h>

#include "explain.h"
#include "view.h"

#define INITIATORS_SHOWN 4
/* More than the table has rows. */
#define TOLD_MAX 512

/* Remedies that were printed in full: each is once. */
struct told {
	size_t nr;
	const struct hkj_remedy *remedies[TOLD_MAX];
};

static void heading_print(FILE *out, const struct hkj_explained *source)
{
	const struct hkj_view_source name = {
		.class_name = source->class_name,
		.name = source->name ? source->name : "",
		.function = source->function,
	};

	hkj_view_source_print(out, &name, 0);
}

/* Only in a merged result a source may have another kernel than the whole. */
static void kernel_print(FILE *out, const struct hkj_explained *source,
			 const char *kernel)
{
	if (source->kernel && strcmp(source->kernel, kernel) != 0)
		hkj_view_line(out, "  on", "Linux %s", source->kernel);
}

static void counts_print(FILE *out, const struct hkj_explained *source)
{
	struct hkj_units_text times = hkj_units_times(source->count);

	if (source->total_ns)
		hkj_view_line(out, "  seen", "%s, %s in total, on CPU %s",
			      times.text,
			      hkj_units_human(source->total_ns).text,
			      source->cpus);
	else if (source->count)
		hkj_view_line(out, "  seen", "%s, on CPU %s", times.text,
			      source->cpus);
}

static void who_print(FILE *out, const char *label,
		      const struct hkj_explain_who *who)
{
	const char *function = who->function ? who->function : "";
	const char *comm = who->comm ? who->comm : "";

	hkj_view_line(out, label, "%s%s%s", comm,
		      *function ? (*comm ? ", in " : "in ") : "", function);
}

static void initiators_print(FILE *out, const struct hkj_explained *source)
{
	size_t nr = source->nr_initiators;

	for (size_t i = 0; i < nr && i < INITIATORS_SHOWN; i++) {
		const struct hkj_explain_who *who = &source->initiators[i];
		const char *label = i ? "" : "  by";

		if (who->count)
			hkj_view_line(out, label, "%s%s%s: %" PRIu64,
				      who->comm, *who->function ? ", in " : "",
				      who->function, who->count);
		else
			who_print(out, label, who);
	}
	if (nr > INITIATORS_SHOWN)
		hkj_view_line(out, "", "and %zu more", nr - INITIATORS_SHOWN);
}

static void needs_print(FILE *out, const struct hkj_remedy *remedy)
{
	if (!remedy->needs || !strcmp(remedy->has_needs, "yes"))
		return;
	hkj_view_line(out, "", "needs %s=y, %s", remedy->needs,
		      !strcmp(remedy->has_needs, "no") ?
			      "which this kernel does not have" :
			      "whose value is not known here");
}

static void remedy_print(FILE *out, const struct hkj_remedy *remedy,
			 bool is_one_of_many)
{
	if (is_one_of_many)
		hkj_view_line(out, "  for", "%" PRIu64 " of these", remedy->count);
	hkj_view_line(out, "  what", "%s", remedy->what);
	hkj_view_line(out, "  how", "%s", remedy->how);
	hkj_view_line(out, "  knob", "%s", remedy->knob);
	needs_print(out, remedy);
	hkj_view_line(out, "  cost", "%s", remedy->cost);
	hkj_view_line(out, "  see", "%s", remedy->document);
}

/* Whether this remedy was printed before; it counts as printed from now on. */
static bool is_told(struct told *told, const struct hkj_remedy *remedy)
{
	for (size_t i = 0; i < told->nr; i++)
		if (!strcmp(told->remedies[i]->knob, remedy->knob) &&
		    told->remedies[i]->what == remedy->what)
			return true;
	if (told->nr < TOLD_MAX)
		told->remedies[told->nr++] = remedy;
	return false;
}

static void source_print(FILE *out, const struct hkj_explained *source,
			 const char *kernel, struct told *told)
{
	heading_print(out, source);
	kernel_print(out, source, kernel);
	counts_print(out, source);
	initiators_print(out, source);
	for (size_t i = 0; i < source->nr_remedies; i++)
		if (is_told(told, &source->remedies[i]))
			hkj_view_line(out, "  knob", "as above: %s",
				      source->remedies[i].knob);
		else
			remedy_print(out, &source->remedies[i],
				     source->nr_remedies > 1);
	if (!source->nr_remedies)
		hkj_view_line(out, "", "nothing is known of this class");
}

/**
 * hkj_explain_write_text() - print for people
 * @explanation: of a result or of a name
 * @out: gets it, in 80 columns
 */
void hkj_explain_write_text(const struct hkj_explanation *explanation,
			    FILE *out)
{
	struct told told = { 0 };

	hkj_view_line(out, "kernel", "Linux %s %s",
		      strcmp(explanation->kernel, HKJ_SEVERAL) ?
			      explanation->kernel :
			      "of several machines,",
		      explanation->arch);
	for (size_t i = 0; i < explanation->nr_sources; i++) {
		fputc('\n', out);
		source_print(out, &explanation->sources[i], explanation->kernel,
			     &told);
	}
}
