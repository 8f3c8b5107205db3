// SPDX-License-Identifier: GPL-2.0
/*
 * Cpuset partitions that are not what they were made to be.
 */
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "paths.h"

#define CGROUP "/sys/fs/cgroup"
#define PARTITION "/cpuset.cpus.partition"

/* Groups are looked at down to this depth: partitions are near the root. */
static const char *const patterns[] = {
	CGROUP "/*" PARTITION,
	CGROUP "/*/*" PARTITION,
	CGROUP "/*/*/*" PARTITION,
};

static void partition_check(struct hkj_audit *audit, const char *path)
{
	char *text = hkj_audit_file(path);

	if (text && strstr(text, "invalid"))
		hkj_audit_say(audit, HKJ_BAD, "cpuset",
			      "correct what it says, and write isolated to it again",
			      "%s holds '%.200s'",
			      path, text);
	free(text);
}

/**
 * hkj_audit_cpusets() - cpuset partitions
 * @audit: its facts are read; gets the findings
 */
void hkj_audit_cpusets(struct hkj_audit *audit)
{
	size_t root = strlen(hkj_path_system("").text);

	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		glob_t found = { 0 };

		if (!glob(hkj_path_system(patterns[i]).text, 0, NULL, &found))
			for (size_t k = 0; k < found.gl_pathc; k++)
				partition_check(audit,
						found.gl_pathv[k] + root);
		globfree(&found);
	}
}
