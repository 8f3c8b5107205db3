/* SPDX-License-Identifier: GPL-2.0 */
/*
 * COMMAND: a program that runs on the housekeeping CPUs while the targets are
 * measured, in a process group of its own.
 */
#ifndef HKJITTER_USER_COMMAND_H
#define HKJITTER_USER_COMMAND_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#include "error.h"
#include "model.h"

/**
 * struct hkj_command - one COMMAND
 * @argv: what to run, NULL at its end; borrowed
 * @pid: of the process and of its group; 0 before it is there
 * @gate_fd: private, the process waits at its other end
 * @report_fd: private, says why it could not be run
 * @has_ended: whether @status is known
 * @status: as of waitpid(2)
 */
struct hkj_command {
	char *const *argv;
	pid_t pid;
	int gate_fd;
	int report_fd;
	bool has_ended;
	int status;
};

#define HKJ_COMMAND_NONE ((struct hkj_command){ .gate_fd = -1, .report_fd = -1 })

int hkj_command_prepare(struct hkj_command *command, char *const *argv,
			const sigset_t *mask, struct hkj_error *error);
int hkj_command_release(struct hkj_command *command, struct hkj_error *error);
bool hkj_command_has_ended(struct hkj_command *command);
void hkj_command_end(struct hkj_command *command);
struct hkj_command_record *hkj_command_record(const struct hkj_command *command);

struct hkj_command_record *
hkj_command_copy(const struct hkj_command_record *record);

#endif /* HKJITTER_USER_COMMAND_H */
