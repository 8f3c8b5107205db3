// SPDX-License-Identifier: GPL-2.0
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <zlib.h>

#include "kconfig.h"
#include "paths.h"

/* Several times what the largest configuration takes. */
#define TEXT_MAX (4 << 20)

/* Where distributions leave it: what stands before and behind the release. */
static const struct place {
	const char *front;
	const char *back;
} places[] = {
	{ "/boot/config-", "" },
	{ "/lib/modules/", "/config" },
	{ "/lib/modules/", "/build/.config" },
	{ "/usr/src/linux-headers-", "/.config" },
};

/* The text of a file that may be packed; NULL if there is none. */
static char *file_unpack(const char *path)
{
	gzFile file = gzopen(path, "rbe");
	char *text;
	int length;

	if (!file)
		return NULL;
	text = malloc(TEXT_MAX + 1);
	length = text ? gzread(file, text, TEXT_MAX) : 0;
	gzclose(file);
	if (length <= 0) {
		free(text);
		return NULL;
	}
	text[length] = '\0';
	return text;
}

static char *place_read(const struct place *place, const char *release)
{
	struct hkj_path path;
	char *name;
	char *text = NULL;

	if (asprintf(&name, "%s%s%s", place->front, release, place->back) < 0)
		return NULL;
	path = hkj_path_system(name);
	if (*path.text)
		text = file_unpack(path.text);
	free(name);
	return text;
}

/* The kernel that runs may hold its own. */
static char *running_read(const char *release)
{
	struct utsname name;

	if (uname(&name) || strcmp(name.release, release) != 0)
		return NULL;
	return file_unpack(hkj_path_system("/proc/config.gz").text);
}

/**
 * hkj_kconfig_load() - find what a kernel was configured with
 * @config: to be filled; knows nothing if this machine does not have it
 * @release: of the kernel, as of uname -r; may come from anybody's file
 */
void hkj_kconfig_load(struct hkj_kconfig *config, const char *release)
{
	config->text = NULL;
	if (!release || !*release || strchr(release, '/'))
		return;
	config->text = running_read(release);
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		if (!config->text)
			config->text = place_read(&places[i], release);
}

/* Whether a line is OPTION=y or OPTION=m. */
static bool is_yes(const char *line, const char *option, size_t length)
{
	return !strncmp(line, option, length) && line[length] == '=' &&
	       (line[length + 1] == 'y' || line[length + 1] == 'm');
}

/**
 * hkj_kconfig_get() - whether an option is set
 * @config: loaded
 * @option: with its CONFIG_
 *
 * An option that the configuration does not mention is not set: it depends on
 * another one that is not.
 */
enum hkj_kconfig_value hkj_kconfig_get(const struct hkj_kconfig *config,
				       const char *option)
{
	size_t length = strlen(option);

	if (!config->text)
		return HKJ_KCONFIG_UNKNOWN;
	for (const char *line = config->text; line;
	     line = strchr(line, '\n')) {
		line += *line == '\n';
		if (is_yes(line, option, length))
			return HKJ_KCONFIG_YES;
	}
	return HKJ_KCONFIG_NO;
}

/**
 * hkj_kconfig_free() - free what hkj_kconfig_load() has found
 * @config: loaded or zeroed; knows nothing afterwards
 */
void hkj_kconfig_free(struct hkj_kconfig *config)
{
	free(config->text);
	config->text = NULL;
}
