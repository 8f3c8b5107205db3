/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A result as text, 80 columns.
 */
#ifndef HKJITTER_USER_VIEW_H
#define HKJITTER_USER_VIEW_H

#include <stdio.h>

#include "host_figures.h"
#include "model.h"
#include "units.h"

#define HKJ_VIEW_COLUMNS 80
#define HKJ_VIEW_LABEL 10 /* width of the labels at the left */

/**
 * struct hkj_view_source - what a source is called
 * @class_name: never NULL
 * @name: never NULL
 * @function: NULL or empty if there is none
 * @has_id: whether @id is known
 * @id: number within the class
 */
struct hkj_view_source {
	const char *class_name;
	const char *name;
	const char *function;
	bool has_id;
	uint64_t id;
};

void hkj_view_report(const struct hkj_result *result, FILE *out);

/* The parts of it. */
void hkj_view_head(const struct hkj_result *result, FILE *out);
void hkj_view_table(const struct hkj_result *result, FILE *out);
void hkj_view_hosts(const struct hkj_result *result,
		    const struct hkj_hosts *hosts, FILE *out);
void hkj_view_target(const struct hkj_target *target, FILE *out);
void hkj_view_chart(const struct hkj_histogram *histogram, FILE *out);
void hkj_view_sources(const struct hkj_target *target, FILE *out);
void hkj_view_series(const struct hkj_target *target, FILE *out);
void hkj_view_longest(const struct hkj_target *target, FILE *out);
void hkj_view_remedies(const struct hkj_result *result, FILE *out);
void hkj_view_books(const struct hkj_target *target, FILE *out);

/* Pieces of lines. */
char *hkj_view_source_fit(const struct hkj_view_source *source, size_t room);
char *hkj_view_initiator_text(const struct hkj_initiator_record *who,
			      size_t room);
void hkj_view_source_print(FILE *out, const struct hkj_view_source *source,
			   size_t used);
char *hkj_view_source_text(const struct hkj_view_source *source, size_t room);
void hkj_view_initiator_print(FILE *out, const struct hkj_initiator_record *who,
			      int indent);
double hkj_view_share(const struct hkj_target *target);
struct hkj_units_text hkj_view_duration(uint64_t ns);
void hkj_view_line(FILE *out, const char *label, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif /* HKJITTER_USER_VIEW_H */
