// SPDX-License-Identifier: GPL-2.0
/*
 * Random and structured input for every file of the module's:
 *
 *	fuzz_files TRIES SEED
 *
 * Each try is one operation: a write of words, numbers, lists, cut and joined, or
 * of random bytes, to a file of sysfs, debugfs or the device; a read at an odd
 * place into an odd buffer; an ioctl, a mmap, a seek, a splice. After a write that
 * was taken the file is read back: what it says then has to be one of the forms
 * that the ABI documents.
 *
 * Prints how many operations of each kind were taken and refused, and every value
 * that was taken against the documents. Exit: 0; 1 if one was; 2 usage.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <hkjitter/source.h>

#define ROOT		"/sys/kernel/hkjitter/"
#define DEVICE		"/dev/hkjitter"
#define MAX_TEXT	8192
#define MAX_BUFFER	(1 << 20)
#define RELIST_EVERY	256

static uint64_t seed;
static char buffer[MAX_BUFFER];

/* xorshift64*: the same tries for the same seed. */
static uint64_t any(void)
{
	seed ^= seed >> 12;
	seed ^= seed << 25;
	seed ^= seed >> 27;
	return seed * 2685821657736338717ULL;
}

static uint64_t below(uint64_t limit)
{
	return any() % limit;
}

static const char *const words[] = {
	"isolated",
	"0",
	"1",
	"2",
	"1-2",
	"0-63",
	"0,1,2",
	"1-",
	"-1",
	"all",
	"kernel",
	"user",
	"other",
	"fifo:1",
	"fifo:50",
	"fifo:98",
	"fifo:99",
	"fifo:0",
	"fifo:",
	"rr:1",
	"500",
	"1000",
	"20000",
	"1000000000",
	"1000000001",
	"31622400000",
	"31622400001",
	"3600000000000",
	"3600000000001",
	"18446744073709551615",
	"18446744073709551616",
	"9223372036854775808",
	"4294967296",
	"0x10",
	"1e3",
	"%s%n%p",
	"../..",
	"",
	" ",
	"\n",
	"\t",
	",",
	"-",
	":",
	"/",
	"\\",
	"1:1/2",
	"0-3:1/2",
	"N",
	"none",
	"\xff\xfe",
	"\x00\x01",
};

#define NR_WORDS	(sizeof(words) / sizeof(words[0]))

static size_t add_word(char *text, size_t len)
{
	const char *word = words[below(NR_WORDS)];
	size_t n = strlen(word);

	if (len + n >= MAX_TEXT)
		return len;
	memcpy(text + len, word, n);
	return len + n;
}

static size_t add_number(char *text, size_t len)
{
	if (len + 24 >= MAX_TEXT)
		return len;
	return len + sprintf(text + len, "%llu",
			     (unsigned long long)(any() >> below(64)));
}

static size_t add_byte(char *text, size_t len)
{
	if (len < MAX_TEXT)
		text[len++] = (char)any();
	return len;
}

static size_t add_same(char *text, size_t len)
{
	size_t n = below(MAX_TEXT - len + 1);

	memset(text + len, '0' + (int)below(80), n);
	return len + n;
}

static size_t (*const adders[])(char *text, size_t len) = {
	add_word,
	add_word,
	add_word,
	add_number,
	add_byte,
	add_same,
};

/* Mostly one word as it is, since only that gets past the first check. */
static size_t make_text(char *text)
{
	unsigned int i, nr = below(4) ? 1 : below(6);
	size_t len = 0;

	for (i = 0; i < nr; i++)
		len = adders[below(below(8) ? 4 : 6)](text, len);
	if (below(2) && len < MAX_TEXT)
		text[len++] = '\n';
	if (!below(16) && len)
		text[below(len)] = (char)any();
	return len;
}

/* What a setting may say, as the ABI has it. */
static int is_number_to(const char *text, unsigned long long max)
{
	char *end;
	unsigned long long value;

	if (!isdigit((unsigned char)text[0]))
		return 0;
	errno = 0;
	value = strtoull(text, &end, 10);
	return !errno && !*end && value <= max;
}

static int is_list(const char *text)
{
	return !strcmp(text, "isolated") ||
	       (*text && !text[strspn(text, "0123456789,-")]);
}

static int is_policy(const char *text)
{
	return !strcmp(text, "other") ||
	       (!strncmp(text, "fifo:", 5) && is_number_to(text + 5, 98) &&
		text[5] != '0');
}

static int is_workload(const char *text)
{
	return !strcmp(text, "kernel") || !strcmp(text, "user");
}

static int is_threshold(const char *text)
{
	return is_number_to(text, 1000000000ULL);
}

static int is_duration(const char *text)
{
	return is_number_to(text, 31622400000ULL);
}

static int is_stop_above(const char *text)
{
	return is_number_to(text, 3600000000000ULL);
}

static int is_switch(const char *text)
{
	return is_number_to(text, 1);
}

static const struct setting {
	const char *path;
	int (*is_right)(const char *text);
} settings[] = {
	{ ROOT "cpus", is_list },
	{ ROOT "workload", is_workload },
	{ ROOT "threshold_ns", is_threshold },
	{ ROOT "duration_ms", is_duration },
	{ ROOT "policy", is_policy },
	{ ROOT "stop_above_ns", is_stop_above },
	{ ROOT "initiators", is_switch },
	{ ROOT "run", is_switch },
};

#define NR_SETTINGS	(sizeof(settings) / sizeof(settings[0]))

enum kind { STORE,
	    WRITE,
	    READ,
	    DEVICE_READ,
	    IOCTL,
	    MMAP,
	    SEEK,
	    NR_KINDS };

static const char *const kind_names[NR_KINDS] = {
	"store",
	"write",
	"read",
	"device-read",
	"ioctl",
	"mmap",
	"seek",
};

static unsigned long nr_taken[NR_KINDS], nr_refused[NR_KINDS], nr_wrong;
static glob_t files;

static void count(enum kind kind, long result)
{
	if (result < 0)
		nr_refused[kind]++;
	else
		nr_taken[kind]++;
}

static void list_files(void)
{
	globfree(&files);
	glob(ROOT "*", 0, NULL, &files);
	glob(ROOT "cpu*/*", GLOB_APPEND, NULL, &files);
	glob("/sys/kernel/debug/hkjitter/*/*", GLOB_APPEND, NULL, &files);
	glob("/sys/module/hkjitter/*", GLOB_APPEND, NULL, &files);
	glob(DEVICE, GLOB_APPEND, NULL, &files);
}

static const char *any_file(void)
{
	return files.gl_pathc ? files.gl_pathv[below(files.gl_pathc)] : DEVICE;
}

/* uevent is the kernel's own, and answers by events for all. */
static int is_ours(const char *path)
{
	return !strstr(path, "/uevent") && !strstr(path, "/sections") &&
	       !strstr(path, "/notes");
}

static void hold(const struct setting *s, const char *how, const char *text)
{
	if (s->is_right(text))
		return;
	nr_wrong++;
	printf("# %s %s \"%.60s\"\n", s->path, how, text);
}

/* What was taken, as it was written. */
static void check_taken(const struct setting *s, char *text, size_t len)
{
	if (len && text[len - 1] == '\n')
		len--;
	text[len] = '\0';
	hold(s, "takes", strlen(text) == len ? text : "(a zero inside)");
}

static void check_said(const struct setting *s)
{
	char text[4096];
	int fd = open(s->path, O_RDONLY);
	ssize_t len = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);

	if (fd >= 0)
		close(fd);
	if (len <= 0)
		return;
	text[len] = '\0';
	if (text[len - 1] == '\n')
		text[len - 1] = '\0';
	hold(s, "says", text);
}

/* A start takes long: few tries write to run, the last of the settings. */
static void try_store(void)
{
	unsigned int i = below(below(64) ? NR_SETTINGS - 1 : NR_SETTINGS);
	const struct setting *s = &settings[i];
	char text[MAX_TEXT + 1];
	size_t len = make_text(text);
	int fd = open(s->path, O_WRONLY);
	long result = fd < 0 ? -1 : pwrite(fd, text, len, 0);

	count(STORE, result);
	if (fd >= 0)
		close(fd);
	if (result <= 0)
		return;
	check_taken(s, text, (size_t)result);
	check_said(s);
}

static void try_write(void)
{
	const char *path = any_file();
	char text[MAX_TEXT];
	size_t len = make_text(text);
	int fd;

	if (!is_ours(path) || !strcmp(path, ROOT "run"))
		return;
	fd = open(path, O_WRONLY | O_NONBLOCK);
	if (fd < 0)
		fd = open(path, O_RDONLY | O_NONBLOCK);
	count(WRITE, fd < 0 ? -1 : pwrite(fd, text, len, below(3) ? 0 : any() >> below(64)));
	if (fd >= 0)
		close(fd);
}

static void read_at(enum kind kind, const char *path, off_t offset)
{
	size_t size = below(2) ? sizeof(buffer) : below(sizeof(buffer));
	/* A kernel's address is never one of ours. */
	void *to = below(32) ? buffer : (void *)(uintptr_t)(any() | 1ULL << 63);
	int fd = open(path, O_RDONLY | O_NONBLOCK);

	if (to != buffer)
		size = 16;
	count(kind, fd < 0 ? -1 : pread(fd, to, size, offset));
	if (fd >= 0)
		close(fd);
}

static void try_read(void)
{
	const char *path = any_file();

	if (is_ours(path))
		read_at(READ, path, below(4) ? 0 : (off_t)(any() >> (1 + below(63))));
}

/* At and around the places of records, and anywhere. */
static void try_device_read(void)
{
	off_t offset = (off_t)(below(below(4) ? 4 : 1 << 20) * HKJ_RECORD_STRIDE);

	if (below(2))
		offset += (off_t)HKJ_DETAILS_OFFSET;
	if (!below(4))
		offset += (off_t)below(16) - 8;
	if (!below(16))
		offset = (off_t)any();
	read_at(DEVICE_READ, DEVICE, offset);
}

static void try_ioctl(void)
{
	const char *path = below(2) ? DEVICE : any_file();
	void *arg = below(2) ? buffer : (void *)(uintptr_t)any();
	int fd = open(path, O_RDONLY | O_NONBLOCK);

	count(IOCTL, fd < 0 ? -1 : ioctl(fd, (unsigned int)any(), arg));
	if (fd >= 0)
		close(fd);
}

static void try_mmap(void)
{
	const char *path = below(2) ? DEVICE : any_file();
	size_t size = (size_t)4096 << below(8);
	int fd = open(path, (int)below(2) ? O_RDWR : O_RDONLY);
	void *at = MAP_FAILED;

	if (fd >= 0)
		at = mmap(NULL, size, below(8), below(2) ? MAP_SHARED : MAP_PRIVATE,
			  fd, (off_t)(below(1 << 20) << 12));
	count(MMAP, at == MAP_FAILED ? -1 : 0);
	if (at != MAP_FAILED) {
		printf("# %s lets itself be mapped\n", path);
		nr_wrong++;
		munmap(at, size);
	}
	if (fd >= 0)
		close(fd);
}

static void try_seek(void)
{
	int fd = open(any_file(), O_RDONLY | O_NONBLOCK);
	struct iovec parts[2] = {
		{ buffer, below(4096) },
		{ buffer + 8192, below(sizeof(buffer) - 8192) },
	};
	long result = -1;

	if (fd < 0)
		return;
	if (lseek(fd, (off_t)any(), (int)below(6)) >= 0)
		result = readv(fd, parts, 2);
	count(SEEK, result);
	close(fd);
}

static void (*const tries[])(void) = {
	try_store,
	try_store,
	try_store,
	try_store,
	try_write,
	try_read,
	try_device_read,
	try_device_read,
	try_ioctl,
	try_mmap,
	try_seek,
};

static void report(void)
{
	unsigned int i;

	for (i = 0; i < NR_KINDS; i++)
		printf("# %-11s taken %lu, refused %lu\n", kind_names[i],
		       nr_taken[i], nr_refused[i]);
	printf("# wrong %lu\n", nr_wrong);
}

int main(int argc, char **argv)
{
	unsigned long i, nr;

	if (argc != 3) {
		fprintf(stderr, "usage: fuzz_files TRIES SEED\n");
		return 2;
	}
	nr = strtoul(argv[1], NULL, 10);
	seed = strtoull(argv[2], NULL, 10) * 2 + 1;
	for (i = 0; i < nr; i++) {
		if (i % RELIST_EVERY == 0)
			list_files();
		tries[below(sizeof(tries) / sizeof(tries[0]))]();
	}
	report();
	return nr_wrong ? 1 : 0;
}
