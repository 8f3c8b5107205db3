/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The isolation that was asked for, against the one in force. Everything is
 * read, nothing is changed.
 */
#ifndef HKJITTER_USER_AUDIT_H
#define HKJITTER_USER_AUDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cpulist.h"
#include "error.h"
#include "kconfig.h"
#include "model.h"

#define HKJ_AUDIT_SCHEMA "hkjitter-audit/1"

/**
 * enum hkj_severity - how much a finding matters
 * @HKJ_BAD: what was asked for is not in force, or a target is interrupted for
 *           sure: the audit fails
 * @HKJ_WARN: something may interrupt a target
 * @HKJ_INFO: good to know
 * @HKJ_NR_SEVERITIES: how many there are
 */
enum hkj_severity { HKJ_BAD,
		    HKJ_WARN,
		    HKJ_INFO,
		    HKJ_NR_SEVERITIES };

/**
 * struct hkj_finding - one line
 * @severity: how much it matters
 * @severity_name: of that
 * @name: what was looked at; does not change between versions of the tool
 * @what: what is so
 * @remedy: what would be right, and how to get there
 */
struct hkj_finding {
	enum hkj_severity severity;
	const char *severity_name;
	const char *name;
	char *what;
	char *remedy;
};

/* What the kernel was asked for at boot; NULL: a parameter was not given. */
struct hkj_asked {
	char *nohz_full;
	char *isolcpus; /* with its flags */
	char *rcu_nocbs;
	char *irqaffinity;
};

/**
 * struct hkj_audit - what is known, and what was found
 * @host: the machine
 * @kernel: HKJ_KERNEL() of it
 * @config: what it was configured with
 * @log: the kernel's log, if it can be read and still has its beginning; NULL
 * @asked: for by boot parameters
 * @possible: CPUs that the kernel may ever have
 * @online: CPUs
 * @domain: CPUs outside the scheduler's domains, by isolcpus= or a cpuset
 * @nohz_full: CPUs for which it is in force
 * @targets: CPUs that are isolated in any way, or that it was asked for
 * @housekeeping: online CPUs that are not targets
 * @nr_findings: length of @findings
 * @findings: worst first
 * @is_out_of_memory: a finding was lost
 */
struct hkj_audit {
	struct hkj_host host;
	unsigned int kernel;
	struct hkj_kconfig config;
	char *log;
	struct hkj_asked asked;
	struct hkj_cpus possible;
	struct hkj_cpus online;
	struct hkj_cpus domain;
	struct hkj_cpus nohz_full;
	struct hkj_cpus targets;
	struct hkj_cpus housekeeping;
	size_t nr_findings;
	struct hkj_finding *findings;
	bool is_out_of_memory;
};

int hkj_audit_run(struct hkj_audit *audit, struct hkj_error *error);
size_t hkj_audit_count(const struct hkj_audit *audit,
		       enum hkj_severity severity);
int hkj_audit_write_json(const struct hkj_audit *audit, FILE *out,
			 struct hkj_error *error);
void hkj_audit_write_text(const struct hkj_audit *audit, FILE *out);
void hkj_audit_free(struct hkj_audit *audit);

/* The rest is shared by audit_*.c. */

int hkj_audit_facts_read(struct hkj_audit *audit, struct hkj_error *error);

void hkj_audit_boot(struct hkj_audit *audit);
void hkj_audit_parameters(struct hkj_audit *audit);
void hkj_audit_cpus(struct hkj_audit *audit);
void hkj_audit_clock(struct hkj_audit *audit);
void hkj_audit_cpusets(struct hkj_audit *audit);
void hkj_audit_irqs(struct hkj_audit *audit);
void hkj_audit_masks(struct hkj_audit *audit);
void hkj_audit_values(struct hkj_audit *audit);
void hkj_audit_tasks(struct hkj_audit *audit);

void hkj_audit_add(struct hkj_audit *audit, enum hkj_severity severity,
		   const char *name, char *what, char *remedy);
void hkj_audit_say(struct hkj_audit *audit, enum hkj_severity severity,
		   const char *name, const char *remedy, const char *what, ...)
	__attribute__((format(printf, 5, 6)));
char *hkj_audit_text(const char *format, ...)
	__attribute__((format(printf, 1, 2)));
char *hkj_audit_file(const char *path);
char *hkj_audit_list(const struct hkj_cpus *cpus);
char *hkj_audit_parameter(const struct hkj_audit *audit, const char *name);
const char *hkj_audit_isolcpus_list(const char *value);
bool hkj_audit_cpus_parse(const struct hkj_audit *audit, const char *text,
			  struct hkj_cpus *cpus);
struct hkj_cpus hkj_audit_common(const struct hkj_cpus *a,
				 const struct hkj_cpus *b);
struct hkj_cpus hkj_audit_less(const struct hkj_cpus *a,
			       const struct hkj_cpus *b);

#endif /* HKJITTER_USER_AUDIT_H */
