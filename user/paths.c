// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>

#include "paths.h"

static struct hkj_path path_concat(const char *front, const char *middle,
				   const char *back)
{
	struct hkj_path path;
	int length;

	length = snprintf(path.text, sizeof(path.text), "%s%s%s", front, middle,
			  back);
	if (length < 0 || (size_t)length >= sizeof(path.text))
		path.text[0] = '\0';
	return path;
}

/**
 * hkj_path_join() - a name in a directory
 * @directory: without a slash at its end
 * @name: relative
 */
struct hkj_path hkj_path_join(const char *directory, const char *name)
{
	return path_concat(directory, "/", name);
}

/**
 * hkj_path_system() - one of the system's files
 * @path: as it is on a real system, from "/" on
 */
struct hkj_path hkj_path_system(const char *path)
{
	const char *root = getenv("HKJITTER_ROOT");

	return path_concat(root ? root : "", "", path);
}

/**
 * hkj_path_module() - the module's directory in sysfs
 */
struct hkj_path hkj_path_module(void)
{
	const char *base = getenv("HKJITTER_SYSFS");

	if (base && *base)
		return path_concat(base, "", "");
	return hkj_path_system("/sys/kernel/hkjitter");
}
