// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "file.h"
#include "host.h"
#include "paths.h"
#include "shapes.h"

#define CPU_DIRECTORY "/sys/devices/system/cpu/"
#define CLOCKSOURCE \
	"/sys/devices/system/clocksource/clocksource0/current_clocksource"

/* Where the machine's name of its CPU stands in /proc/cpuinfo, best first. */
static const char *const model_keys[] = { "model name", "cpu model", "cpu",
					  "Processor", "CPU part", NULL };
static const char *const microcode_keys[] = { "microcode", NULL };

/* The value of "key : value", or NULL; @text is left as it is. */
static char *cpuinfo_value(const char *text, const char *key)
{
	size_t length = strlen(key);

	for (const char *line = text; line; line = strchr(line, '\n')) {
		const char *at;

		line += *line == '\n';
		if (strncmp(line, key, length))
			continue;
		at = line + length + strspn(line + length, " \t");
		if (*at++ != ':')
			continue;
		at += strspn(at, " \t");
		return strndup(at, strcspn(at, "\n"));
	}
	return NULL;
}

static char *cpuinfo_first(const char *text, const char *const *keys)
{
	for (; *keys; keys++) {
		char *value = cpuinfo_value(text, *keys);

		if (value)
			return value;
	}
	return strdup("");
}

static char *system_text(const char *path)
{
	return hkj_file_read_or_empty(hkj_path_system(path).text);
}

/**
 * hkj_host_cpus() - a CPU list of the kernel
 * @path: of its file
 *
 * Return: the list, to be freed; empty where the file is missing, or says
 * "(null)" as nohz_full does when it is off. NULL if there is no memory.
 */
char *hkj_host_cpus(const char *path)
{
	char *text = system_text(path);

	if (text && *text && !isdigit((unsigned char)*text))
		*text = '\0';
	return text;
}

static void names_read(struct hkj_host *host)
{
	struct utsname name = { 0 };

	uname(&name);
	host->hostname = strdup(name.nodename);
	host->kernel = strdup(name.release);
	host->kernel_version = strdup(name.version);
	host->arch = strdup(name.machine);
}

static void cpuinfo_read(struct hkj_host *host)
{
	char *text = system_text("/proc/cpuinfo");

	if (!text)
		return;
	host->cpu_model = cpuinfo_first(text, model_keys);
	host->microcode = cpuinfo_first(text, microcode_keys);
	free(text);
}

static bool is_complete(const struct hkj_host *host)
{
	const char *const texts[] = {
		host->hostname,
		host->kernel,
		host->kernel_version,
		host->arch,
		host->cpu_model,
		host->microcode,
		host->cmdline,
		host->online,
		host->isolated,
		host->nohz_full,
		host->clocksource,
		host->virtualization,
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (!texts[i])
			return false;
	return true;
}

/**
 * hkj_host_read() - describe this machine
 * @host: zeroed; filled
 * @error: filled when there is no memory
 *
 * What the kernel does not tell is an empty text.
 *
 * Return: 0, or -1 with nothing to free.
 */
int hkj_host_read(struct hkj_host *host, struct hkj_error *error)
{
	names_read(host);
	cpuinfo_read(host);
	host->cmdline = system_text("/proc/cmdline");
	host->online = hkj_host_cpus(CPU_DIRECTORY "online");
	host->isolated = hkj_host_cpus(CPU_DIRECTORY "isolated");
	host->nohz_full = hkj_host_cpus(CPU_DIRECTORY "nohz_full");
	host->clocksource = system_text(CLOCKSOURCE);
	host->virtualization = strdup(hkj_virtualization());
	host->is_realtime =
		hkj_file_exists(hkj_path_system("/sys/kernel/realtime").text);
	if (is_complete(host))
		return 0;
	hkj_json_free(&hkj_shape_host, host);
	return hkj_error_memory(error);
}
