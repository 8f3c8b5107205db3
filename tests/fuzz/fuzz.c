// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cmds.h"
#include "fuzz.h"
#include "opts.h"

#define WORDS_MAX 15

static char root[40];

char *fuzz_text(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	FUZZ_HOLD(text);
	memcpy(text, data, size);
	text[size] = '\0';
	return text;
}

static void write_whole(int fd, const uint8_t *data, size_t size)
{
	FUZZ_HOLD(!ftruncate(fd, 0));
	FUZZ_HOLD(pwrite(fd, data, size, 0) == (ssize_t)size);
}

const char *fuzz_file(const uint8_t *data, size_t size)
{
	static char path[40];
	static int fd = -1;

	if (fd < 0)
		fd = memfd_create("fuzz", MFD_CLOEXEC);
	FUZZ_HOLD(fd >= 0);
	write_whole(fd, data, size);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return path;
}

static int remove_one(const char *path, const struct stat *status, int type,
		      struct FTW *walk)
{
	(void)status;
	(void)type;
	(void)walk;
	return remove(path);
}

static void root_remove(void)
{
	nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

void fuzz_root(void)
{
	strcpy(root, "/tmp/hkjitter-fuzz-XXXXXX");
	FUZZ_HOLD(mkdtemp(root));
	setenv("HKJITTER_ROOT", root, 1);
	atexit(root_remove);
}

static void parents_make(char *full)
{
	for (char *at = strchr(full + 1, '/'); at; at = strchr(at + 1, '/')) {
		*at = '\0';
		mkdir(full, 0755);
		*at = '/';
	}
}

void fuzz_root_write(const char *path, const uint8_t *data, size_t size)
{
	char full[PATH_MAX];
	int fd;

	snprintf(full, sizeof(full), "%s%s", root, path);
	parents_make(full);
	fd = open(full, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	FUZZ_HOLD(fd >= 0);
	write_whole(fd, data, size);
	close(fd);
}

/* The compiler's counters of this program; there are none without libFuzzer. */
extern uint8_t counters_begin[] __asm__("__start___sancov_cntrs")
	__attribute__((weak));
extern uint8_t counters_end[] __asm__("__stop___sancov_cntrs")
	__attribute__((weak));

/*
 * Their pages become shared memory, with what else is in the first and the last of
 * them: children do not live long enough to make much of that. The system call
 * copies what lies between variables, too, which the sanitizer would not read.
 */
void fuzz_share_coverage(void)
{
	uintptr_t mask = (uintptr_t)sysconf(_SC_PAGESIZE) - 1;
	uintptr_t begin = (uintptr_t)counters_begin & ~mask;
	size_t size = (((uintptr_t)counters_end + mask) & ~mask) - begin;
	void *pages;
	int fd;

	if (!counters_begin)
		return;
	fd = memfd_create("coverage", MFD_CLOEXEC);
	FUZZ_HOLD(fd >= 0);
	FUZZ_HOLD(syscall(SYS_write, fd, begin, size) == (long)size);
	pages = mmap((void *)begin, size, PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_FIXED, fd, 0);
	FUZZ_HOLD(pages == (void *)begin);
	close(fd);
}

/* The commands print to stdout; libFuzzer itself to stderr. */
static void stdout_silence(void)
{
	static FILE *nowhere;

	if (nowhere)
		return;
	nowhere = fopen("/dev/null", "we");
	FUZZ_HOLD(nowhere);
	stdout = nowhere;
}

void fuzz_command(const char *const *words)
{
	char *argv[WORDS_MAX + 1] = { NULL };
	struct hkj_options options;
	const struct hkj_cmd *cmd;
	struct hkj_error error;
	int argc = 0;

	stdout_silence();
	for (; argc < WORDS_MAX && words[argc]; argc++)
		argv[argc] = strdup(words[argc]);
	cmd = hkj_cmds_find(argv[0], &error);
	FUZZ_HOLD(cmd);
	FUZZ_HOLD(!hkj_opts_parse(cmd, argc, argv, &options, &error));
	if (cmd->run(&options, &error))
		FUZZ_HOLD(*error.text && !strchr(error.text, '\n'));
	while (argc)
		free(argv[--argc]);
}
