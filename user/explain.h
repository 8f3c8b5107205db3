/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a result's sources are, and what ends them on its kernel.
 */
#ifndef HKJITTER_USER_EXPLAIN_H
#define HKJITTER_USER_EXPLAIN_H

#include <stdio.h>

#include "error.h"
#include "kconfig.h"
#include "knobs.h"
#include "model.h"

#define HKJ_EXPLAIN_SCHEMA "hkjitter-explain/1"

/* Who asked, on whatever CPU and as whatever process. Texts are borrowed. */
struct hkj_explain_who {
	const char *comm;
	const char *function;
	uint64_t count;
};

/**
 * struct hkj_remedy - a row of the table, for one source
 * @what: as in struct hkj_knob
 * @how: likewise
 * @knob: likewise, and what of it is so already; owned
 * @cost: likewise
 * @document: likewise
 * @is_effect: likewise
 * @needs: option of the kernel's configuration; NULL: none
 * @has_needs: "yes", "no" or "unknown"; NULL without @needs
 * @count: interruptions that it is about: those of an initiator that is special
 *         have a row of their own
 */
struct hkj_remedy {
	const char *what;
	const char *how;
	char *knob;
	const char *cost;
	const char *document;
	bool is_effect;
	const char *needs;
	const char *has_needs;
	uint64_t count;
};

/* A source of all target CPUs together. Texts of the result are borrowed. */
struct hkj_explained {
	const char *kernel; /* that it was seen on; NULL: of no result */
	const char *class_name;
	const char *name;
	const char *function;
	uint64_t count;
	uint64_t total_ns;
	char *cpus;
	size_t nr_initiators;
	struct hkj_explain_who *initiators;
	size_t nr_remedies;
	struct hkj_remedy *remedies;
};

/**
 * struct hkj_explanation - the whole
 * @schema: HKJ_EXPLAIN_SCHEMA
 * @kernel: that the remedies are for
 * @arch: likewise
 * @nr_sources: length of @sources
 * @sources: most time first; of a name or the whole table, rows without counts
 * @config: of that kernel
 * @policy: of the workload; NULL: not known
 */
struct hkj_explanation {
	const char *schema;
	const char *kernel;
	const char *arch;
	size_t nr_sources;
	struct hkj_explained *sources;
	struct hkj_kconfig config;
	const char *policy;
};

/* What the ways to explain have in common. */
void hkj_explanation_begin(struct hkj_explanation *explanation,
			   const struct hkj_host *host);
int hkj_remedy_init(struct hkj_remedy *remedy, const struct hkj_knob *knob,
		    const struct hkj_host *host, const char *cpus,
		    const struct hkj_explanation *explanation);
int hkj_remedies_make(struct hkj_explained *source,
		      const struct hkj_host *host,
		      const struct hkj_explanation *explanation);

int hkj_explain_result(struct hkj_explanation *explanation,
		       const struct hkj_result *result);
int hkj_explain_name(struct hkj_explanation *explanation,
		     const struct hkj_host *host, const char *class_name,
		     const char *name);
void hkj_explanation_free(struct hkj_explanation *explanation);

int hkj_explain_write_json(const struct hkj_explanation *explanation,
			   FILE *out, struct hkj_error *error);
void hkj_explain_write_text(const struct hkj_explanation *explanation,
			    FILE *out);

#endif /* HKJITTER_USER_EXPLAIN_H */
