/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A stage for the tool as a whole: a tree of files that stands for the system,
 * a process that plays the module, and the tool as a process of its own.
 */
#ifndef HKJITTER_UNIT_STAGE_H
#define HKJITTER_UNIT_STAGE_H

#include <sys/types.h>

#define MODULE "/sys/kernel/hkjitter/"
#define RT_RUNTIME "/proc/sys/kernel/sched_rt_runtime_us"

/* Without and with a process that plays the module. */
int stage_make(void **state);
int stage_make_loaded(void **state);
int stage_remove(void **state);

/* Starts the tool; its output goes to /out and /err of the tree. */
pid_t tool_start(const char *const *words);
/* Waits for its end, half a minute at most. Return: as of waitpid(). */
int tool_wait(pid_t pid);
/* Both. Return: exit code, or -1 for a signal. */
int tool_run(const char *const *words);
#define TOOL(...) tool_run((const char *const[]){ __VA_ARGS__, NULL })
#define TOOL_START(...) tool_start((const char *const[]){ __VA_ARGS__, NULL })

void pause_ms(long ms);
/* Waits until a file holds a text, ten seconds at most. */
void wait_for_text(const char *path, const char *text);
void assert_file(const char *path, const char *expected);
void assert_in_file(const char *path, const char *part);
/* The module's configuration is what it was before any run. */
void assert_untouched(void);

#endif /* HKJITTER_UNIT_STAGE_H */
