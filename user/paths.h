/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where the system's files are. HKJITTER_ROOT stands before every path of
 * /sys, /proc, /run and /etc, so that tests bring a tree of their own;
 * HKJITTER_SYSFS names the module's directory alone.
 */
#ifndef HKJITTER_USER_PATHS_H
#define HKJITTER_USER_PATHS_H

#include <limits.h>

/* A path by value; empty, so that opening it fails, if it would be too long. */
struct hkj_path {
	char text[PATH_MAX];
};

struct hkj_path hkj_path_join(const char *directory, const char *name);
struct hkj_path hkj_path_system(const char *path);
struct hkj_path hkj_path_module(void);

#endif /* HKJITTER_USER_PATHS_H */
