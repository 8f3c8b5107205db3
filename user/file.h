/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Small text files of sysfs and procfs, read and written as a whole.
 */
#ifndef HKJITTER_USER_FILE_H
#define HKJITTER_USER_FILE_H

#include <stdbool.h>
#include <stdint.h>

char *hkj_file_read(const char *path);
char *hkj_file_read_or_empty(const char *path);
int hkj_file_write(const char *path, const char *text);
bool hkj_file_exists(const char *path);
bool hkj_number_parse(const char *text, uint64_t *number);

#endif /* HKJITTER_USER_FILE_H */
