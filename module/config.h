/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The configuration of the next session, and why the last write was rejected.
 */
#ifndef HKJ_CONFIG_H
#define HKJ_CONFIG_H

#include "hkj.h"

/*
 * One setting as text. @show prints the present value without a newline, @parse
 * puts a new one into a draft and returns 0, or hkj_config_reject()'s error.
 */
struct hkj_setting {
	const char *name;
	int (*show)(const struct hkj_config *config, char *buf, size_t size);
	int (*parse)(struct hkj_config *draft, const char *text);
};

enum hkj_setting_id {
	HKJ_SETTING_CPUS,
	HKJ_SETTING_WORKLOAD,
	HKJ_SETTING_THRESHOLD_NS,
	HKJ_SETTING_DURATION_MS,
	HKJ_SETTING_POLICY,
	HKJ_SETTING_STOP_ABOVE_NS,
	HKJ_SETTING_INITIATORS,
	HKJ_NR_SETTINGS
};

extern const struct hkj_setting hkj_settings[HKJ_NR_SETTINGS];

void hkj_config_init(void);
void hkj_config_copy(struct hkj_config *to);
int hkj_config_show(enum hkj_setting_id id, char *buf, size_t size);
int hkj_config_store(enum hkj_setting_id id, const char *text);

__printf(2, 3) int hkj_config_reject(int error, const char *fmt, ...);
void hkj_config_accept(void);
int hkj_config_show_error(char *buf, size_t size);

#endif /* HKJ_CONFIG_H */
