// SPDX-License-Identifier: GPL-2.0
/*
 * What an audit goes by: the command line, the CPUs, the kernel's log.
 */
#include <ctype.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit.h"
#include "file.h"
#include "host.h"
#include "knobs.h"
#include "paths.h"

#define CPU_DIRECTORY "/sys/devices/system/cpu/"
#define CPUSET_ISOLATED "/sys/fs/cgroup/cpuset.cpus.isolated"

/* What the kernel writes first of all. */
#define LOG_BEGIN "Linux version "
#define LOG_MAX (4 << 20)
#define LOG_RECORD_MAX 8192

/**
 * hkj_audit_file() - a text file of the system
 * @path: as on a real system
 *
 * Return: the text, to be freed; NULL if it cannot be read.
 */
char *hkj_audit_file(const char *path)
{
	return hkj_file_read(hkj_path_system(path).text);
}

/**
 * hkj_audit_list() - a set of CPUs as text
 * @cpus: the set
 *
 * Return: the list or "none", to be freed; NULL if there is no memory.
 */
char *hkj_audit_list(const struct hkj_cpus *cpus)
{
	return hkj_cpus_count(cpus) ? hkj_cpus_format(cpus) : strdup("none");
}

/**
 * hkj_audit_less() - the CPUs of one set that another one does not have
 * @a: the one
 * @b: the other
 */
struct hkj_cpus hkj_audit_less(const struct hkj_cpus *a,
			       const struct hkj_cpus *b)
{
	struct hkj_cpus rest = *a;

	hkj_cpus_subtract(&rest, b);
	return rest;
}

/**
 * hkj_audit_common() - the CPUs of two sets
 * @a: one
 * @b: the other
 */
struct hkj_cpus hkj_audit_common(const struct hkj_cpus *a,
				 const struct hkj_cpus *b)
{
	struct hkj_cpus not_in_b = hkj_audit_less(a, b);

	return hkj_audit_less(a, &not_in_b);
}

/* The kernel takes "-" for "_" in names of parameters. */
static bool is_name(const char *word, const char *name, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if ((word[i] == '-' ? '_' : word[i]) != name[i])
			return false;
	return word[length] == '=';
}

/* The end of a word of the command line; blanks may stand between quotes. */
static size_t word_length(const char *word)
{
	bool is_quoted = false;
	size_t length = 0;

	while (word[length] &&
	       (is_quoted || !isspace((unsigned char)word[length])))
		is_quoted ^= word[length++] == '"';
	return length;
}

/**
 * hkj_audit_parameter() - the value of a boot parameter
 * @audit: its host is read
 * @name: of the parameter
 *
 * Return: the value that was given last, to be freed; NULL if none was.
 */
char *hkj_audit_parameter(const struct hkj_audit *audit, const char *name)
{
	const char *word = audit->host.cmdline;
	size_t skip = strlen(name);
	char *value = NULL;

	while (*word) {
		size_t length = word_length(word);

		if (length > skip && is_name(word, name, skip)) {
			free(value);
			value = strndup(word + skip + 1, length - skip - 1);
		}
		word += length;
		word += strspn(word, " \t\n");
	}
	return value;
}

static unsigned int last_of(const struct hkj_cpus *cpus)
{
	unsigned int cpu, last = 0;

	hkj_cpus_for_each(cpu, cpus)
		last = cpu;
	return last;
}

/* "N" stands for the last CPU there may be, and "all" for all of them. */
static char *words_replace(const struct hkj_audit *audit, const char *text)
{
	unsigned int last = last_of(&audit->possible);
	char *out = NULL;
	size_t size;
	FILE *stream = open_memstream(&out, &size);

	if (!stream)
		return NULL;
	for (; *text; text++) {
		if (!strncmp(text, "all", 3)) {
			fprintf(stream, "0-%u", last);
			text += 2;
		} else if (*text == 'N') {
			fprintf(stream, "%u", last);
		} else {
			fputc(*text, stream);
		}
	}
	fclose(stream);
	return out;
}

/**
 * hkj_audit_cpus_parse() - a CPU list as the kernel reads it at boot
 * @audit: its possible CPUs are read
 * @text: the list
 * @cpus: filled; empty if it is no list
 *
 * Return: whether it is a list.
 */
bool hkj_audit_cpus_parse(const struct hkj_audit *audit, const char *text,
			  struct hkj_cpus *cpus)
{
	char *plain = words_replace(audit, text);
	struct hkj_error ignored;
	bool is_list;

	*cpus = (struct hkj_cpus){ { 0 } };
	is_list = plain && *plain && !hkj_cpus_parse(plain, cpus, &ignored);
	free(plain);
	return is_list;
}

static ssize_t log_fill(int fd, char *text)
{
	size_t filled = 0;
	ssize_t got;

	/* A record a read; EPIPE is one that was overwritten meanwhile. */
	while (filled + LOG_RECORD_MAX < LOG_MAX) {
		got = read(fd, text + filled, LOG_RECORD_MAX);
		if (got <= 0)
			break;
		filled += (size_t)got;
	}
	text[filled] = '\0';
	return (ssize_t)filled;
}

/* NULL where it cannot be read, or has lost its beginning. */
static char *log_read(void)
{
	int fd = open(hkj_path_system("/dev/kmsg").text,
		      O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	char *text;

	if (fd < 0)
		return NULL;
	text = malloc(LOG_MAX + 1);
	if (text && (log_fill(fd, text) <= 0 || !strstr(text, LOG_BEGIN))) {
		free(text);
		text = NULL;
	}
	close(fd);
	return text;
}

static int cpus_read(const char *path, struct hkj_cpus *cpus,
		     struct hkj_error *error)
{
	char *text = hkj_host_cpus(path);
	int failed;

	if (!text)
		return hkj_error_memory(error);
	failed = hkj_cpus_parse(text, cpus, error);
	free(text);
	return failed;
}

/* As uname() has it, but from a file that tests can bring. */
static void kernel_read(struct hkj_audit *audit)
{
	char *release = hkj_audit_file("/proc/sys/kernel/osrelease");

	if (release && *release) {
		free(audit->host.kernel);
		audit->host.kernel = release;
	} else {
		free(release);
	}
	audit->kernel = hkj_kernel_parse(audit->host.kernel);
	hkj_kconfig_load(&audit->config, audit->host.kernel);
}

static void asked_read(struct hkj_audit *audit)
{
	audit->asked.nohz_full = hkj_audit_parameter(audit, "nohz_full");
	audit->asked.isolcpus = hkj_audit_parameter(audit, "isolcpus");
	audit->asked.rcu_nocbs = hkj_audit_parameter(audit, "rcu_nocbs");
	audit->asked.irqaffinity = hkj_audit_parameter(audit, "irqaffinity");
}

/**
 * hkj_audit_isolcpus_list() - the CPUs that isolcpus= names
 * @value: of the parameter
 *
 * Return: what stands behind the flags.
 */
const char *hkj_audit_isolcpus_list(const char *value)
{
	while (islower((unsigned char)*value) && strchr(value, ',') &&
	       strncmp(value, "all", 3) != 0)
		value = strchr(value, ',') + 1;
	return value;
}

static void targets_find(struct hkj_audit *audit)
{
	const struct hkj_asked *asked = &audit->asked;
	const char *isolcpus = NULL;
	struct hkj_cpus cpus;

	if (asked->isolcpus)
		isolcpus = hkj_audit_isolcpus_list(asked->isolcpus);
	audit->targets = audit->nohz_full;
	hkj_cpus_merge(&audit->targets, &audit->domain);
	if (asked->nohz_full &&
	    hkj_audit_cpus_parse(audit, asked->nohz_full, &cpus))
		hkj_cpus_merge(&audit->targets, &cpus);
	if (isolcpus && hkj_audit_cpus_parse(audit, isolcpus, &cpus))
		hkj_cpus_merge(&audit->targets, &cpus);
	audit->targets = hkj_audit_common(&audit->targets, &audit->online);
	audit->housekeeping = hkj_audit_less(&audit->online, &audit->targets);
}

/**
 * hkj_audit_facts_read() - read what the checks go by
 * @audit: zeroed; its facts are filled
 * @error: filled when there is no memory, or a CPU list of the kernel's cannot
 *         be understood
 *
 * Return: 0 or -1.
 */
int hkj_audit_facts_read(struct hkj_audit *audit, struct hkj_error *error)
{
	struct hkj_cpus cpuset;

	if (hkj_host_read(&audit->host, error) ||
	    cpus_read(CPU_DIRECTORY "possible", &audit->possible, error) ||
	    cpus_read(CPU_DIRECTORY "online", &audit->online, error) ||
	    cpus_read(CPU_DIRECTORY "isolated", &audit->domain, error) ||
	    cpus_read(CPU_DIRECTORY "nohz_full", &audit->nohz_full, error) ||
	    cpus_read(CPUSET_ISOLATED, &cpuset, error))
		return -1;
	hkj_cpus_merge(&audit->domain, &cpuset);
	kernel_read(audit);
	audit->log = log_read();
	asked_read(audit);
	targets_find(audit);
	return 0;
}
