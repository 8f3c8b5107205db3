// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit.h"

char root[64];

void assert_told(const struct hkj_error *error, enum hkj_exit code,
		 const char *part)
{
	assert_int_equal(error->code, code);
	if (!strstr(error->text, part))
		fail_msg("'%s' does not name '%s'", error->text, part);
	assert_null(strchr(error->text, '\n'));
}

/* Steele, Lea, Flood: SplitMix. */
uint64_t random_next(uint64_t *state)
{
	uint64_t z = (*state += 0x9e3779b97f4a7c15ULL);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

uint64_t random_below(uint64_t *state, uint64_t limit)
{
	return random_next(state) % limit;
}

static void root_path(char *full, const char *path)
{
	assert_true(snprintf(full, PATH_MAX, "%s%s", root, path) < PATH_MAX);
}

int root_make(void **state)
{
	(void)state;
	strcpy(root, "/tmp/hkjitter-unit-XXXXXX");
	if (!mkdtemp(root))
		return -1;
	setenv("HKJITTER_ROOT", root, 1);
	unsetenv("HKJITTER_SYSFS");
	return 0;
}

static int remove_one(const char *path, const struct stat *status, int type,
		      struct FTW *walk)
{
	(void)status;
	(void)type;
	(void)walk;
	return remove(path);
}

int root_remove(void **state)
{
	(void)state;
	unsetenv("HKJITTER_ROOT");
	return nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void parents_make(char *full)
{
	for (char *at = strchr(full + 1, '/'); at; at = strchr(at + 1, '/')) {
		*at = '\0';
		if (mkdir(full, 0755))
			assert_int_equal(errno, EEXIST);
		*at = '/';
	}
}

void root_write(const char *path, const char *text)
{
	char full[PATH_MAX];
	FILE *file;

	root_path(full, path);
	parents_make(full);
	file = fopen(full, "we");
	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

char *root_read(const char *path)
{
	char full[PATH_MAX];
	char *text = calloc(1, 65536);
	FILE *file;
	size_t got;

	root_path(full, path);
	file = fopen(full, "re");
	assert_non_null(file);
	assert_non_null(text);
	got = fread(text, 1, 65535, file);
	fclose(file);
	while (got && (text[got - 1] == '\n' || text[got - 1] == ' '))
		text[--got] = '\0';
	return text;
}

bool root_has(const char *path)
{
	char full[PATH_MAX];

	root_path(full, path);
	return !access(full, F_OK);
}

char *printed(void (*print)(const void *what, FILE *out), const void *what)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	print(what, out);
	assert_int_equal(fclose(out), 0);
	return text;
}

size_t longest_line(const char *text)
{
	size_t longest = 0;

	while (*text) {
		size_t length = strcspn(text, "\n");

		longest = length > longest ? length : longest;
		text += length + (text[length] == '\n');
	}
	return longest;
}
