// SPDX-License-Identifier: GPL-2.0
/*
 * Threads that may run on a target and on a housekeeping CPU: the scheduler
 * chooses. Those bound to targets alone are the workload, or the CPU's own.
 */
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "paths.h"

/* Flags of /proc/PID/stat, as in the kernel's include/linux/sched.h. */
#define PF_KTHREAD 0x00200000UL
#define PF_NO_SETAFFINITY 0x04000000UL

#define NAMES_SHOWN 6
#define NAME_SIZE 32

enum group {
	GROUP_TASK,
	GROUP_KTHREAD,
	GROUP_RCUO,
	NR_GROUPS
};

static const struct {
	const char *name;
	const char *what;
	const char *remedy;
} group_texts[NR_GROUPS] = {
	[GROUP_TASK] = {
		"tasks",
		"tasks",
		"bind them (taskset -p), or keep all off: isolcpus=domain,LIST, CPUAffinity= of systemd",
	},
	[GROUP_KTHREAD] = {
		"kthreads",
		"kernel threads",
		"bind them: taskset -pc HOUSEKEEPING PID; before Linux 6.14 no boot parameter does it for kcompactd and kswapd",
	},
	[GROUP_RCUO] = {
		"rcuo",
		"threads for RCU's callbacks",
		"for p in $(pgrep rcuo); do taskset -pc HOUSEKEEPING $p; done",
	},
};

/* Threads of one kind, the first few by name. */
struct group_found {
	size_t nr;
	size_t nr_names;
	char names[NAMES_SHOWN][NAME_SIZE];
};

struct task {
	char name[NAME_SIZE];
	unsigned long flags;
	struct hkj_cpus allowed;
};

/* "PID (comm) S ppid pgrp session tty tpgid flags": comm may hold anything. */
static bool stat_parse(const char *text, struct task *task)
{
	const char *begin = strchr(text, '(');
	const char *end = strrchr(text, ')');

	if (!begin || !end || end < begin)
		return false;
	snprintf(task->name, sizeof(task->name), "%.*s",
		 (int)(end - begin - 1), begin + 1);
	return sscanf(end + 1, " %*c %*d %*d %*d %*d %*d %lu", &task->flags) ==
	       1;
}

static bool allowed_parse(const char *text, struct task *task)
{
	static const char key[] = "Cpus_allowed_list:";
	const char *at = strstr(text, key);
	struct hkj_error ignored;
	char *list;
	bool is_read;

	if (!at)
		return false;
	at += strlen(key);
	at += strspn(at, " \t");
	list = strndup(at, strcspn(at, "\n"));
	is_read = list && !hkj_cpus_parse(list, &task->allowed, &ignored);
	free(list);
	return is_read;
}

/* A thread may end at any time: then there is nothing to tell of it. */
static bool task_read(const char *folder, struct task *task)
{
	char *stat = hkj_audit_file(hkj_path_join(folder, "stat").text);
	char *status = hkj_audit_file(hkj_path_join(folder, "status").text);
	bool is_read = stat && status && stat_parse(stat, task) &&
		       allowed_parse(status, task);

	free(stat);
	free(status);
	return is_read;
}

static bool may_choose(const struct hkj_audit *audit, const struct task *task)
{
	struct hkj_cpus targets =
		hkj_audit_common(&task->allowed, &audit->targets);
	struct hkj_cpus others =
		hkj_audit_common(&task->allowed, &audit->housekeeping);

	return hkj_cpus_count(&targets) && hkj_cpus_count(&others);
}

static enum group group_of(const struct task *task)
{
	if (!(task->flags & PF_KTHREAD))
		return GROUP_TASK;
	return strncmp(task->name, "rcuo", 4) ? GROUP_KTHREAD : GROUP_RCUO;
}

static void name_add(struct group_found *found, const char *name)
{
	found->nr++;
	for (size_t i = 0; i < found->nr_names; i++)
		if (!strcmp(found->names[i], name))
			return;
	if (found->nr_names < NAMES_SHOWN)
		strcpy(found->names[found->nr_names++], name);
}

/* Kernel threads that nobody may bind follow the masks of others. */
static void task_check(const struct hkj_audit *audit, const char *folder,
		       struct group_found *groups)
{
	struct task task = { .flags = 0 };

	if (!task_read(folder, &task) || !may_choose(audit, &task))
		return;
	if ((task.flags & PF_KTHREAD) && (task.flags & PF_NO_SETAFFINITY))
		return;
	name_add(&groups[group_of(&task)], task.name);
}

/* The environment of a process: texts with a zero behind each. */
static char *environ_find(const char *folder, const char *name)
{
	FILE *file = fopen(hkj_path_system(hkj_path_join(folder, "environ").text)
				   .text,
			   "re");
	size_t size = 0, length = strlen(name);
	char *text = NULL, *value = NULL;

	if (!file)
		return NULL;
	while (!value && getdelim(&text, &size, '\0', file) > 0)
		if (!strncmp(text, name, length))
			value = strdup(text + length);
	free(text);
	fclose(file);
	return value;
}

/* Told which CPUs to leave alone, it no longer looks which are isolated. */
static void irqbalance_check(struct hkj_audit *audit, const char *folder)
{
	char *banned = environ_find(folder, "IRQBALANCE_BANNED_CPULIST=");
	struct hkj_cpus cpus, rest;
	char *list;

	if (!banned)
		return;
	if (hkj_audit_cpus_parse(audit, banned, &cpus)) {
		rest = hkj_audit_less(&audit->targets, &cpus);
		list = hkj_audit_list(&rest);
		if (hkj_cpus_count(&rest))
			hkj_audit_say(audit, HKJ_BAD, "irqbalance",
				      "name all of them in IRQBALANCE_BANNED_CPULIST, or none: it then finds them by itself",
				      "it was told which CPUs to leave alone, and may send interrupts to CPU %s",
				      list);
		free(list);
	}
	free(banned);
}

static char *names_join(const struct group_found *found)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	for (size_t i = 0; i < found->nr_names; i++)
		fprintf(out, "%s%s", i ? ", " : "", found->names[i]);
	if (found->nr > found->nr_names)
		fputs(", ...", out);
	fclose(out);
	return text;
}

static void group_told(struct hkj_audit *audit, enum group group,
		       const struct group_found *found)
{
	char *names;

	if (!found->nr)
		return;
	names = names_join(found);
	hkj_audit_say(audit, HKJ_WARN, group_texts[group].name,
		      group_texts[group].remedy,
		      "%zu %s may run on targets: %s",
		      found->nr, group_texts[group].what, names ? names : "");
	free(names);
}

static void processes_walk(struct hkj_audit *audit, const glob_t *found,
			   struct group_found *groups)
{
	size_t root = strlen(hkj_path_system("").text);

	for (size_t i = 0; i < found->gl_pathc; i++) {
		const char *folder = found->gl_pathv[i] + root;
		char *comm = hkj_audit_file(hkj_path_join(folder, "comm").text);

		task_check(audit, folder, groups);
		if (comm && !strcmp(comm, "irqbalance"))
			irqbalance_check(audit, folder);
		free(comm);
	}
}

/**
 * hkj_audit_tasks() - threads that may run on a target
 * @audit: its facts are read; gets the findings
 *
 * Of a process its first thread is looked at. Tasks are told if the scheduler
 * is kept off the targets only: else they all may run there.
 */
void hkj_audit_tasks(struct hkj_audit *audit)
{
	struct hkj_cpus shared =
		hkj_audit_less(&audit->targets, &audit->domain);
	struct group_found groups[NR_GROUPS] = { 0 };
	glob_t found = { 0 };

	if (!glob(hkj_path_system("/proc/[0-9]*").text, 0, NULL, &found))
		processes_walk(audit, &found, groups);
	globfree(&found);
	for (unsigned int i = 0; i < NR_GROUPS; i++)
		if (i != GROUP_TASK || !hkj_cpus_count(&shared))
			group_told(audit, (enum group)i, &groups[i]);
}
