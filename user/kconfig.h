/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a kernel was configured with, where it has left its configuration.
 */
#ifndef HKJITTER_USER_KCONFIG_H
#define HKJITTER_USER_KCONFIG_H

enum hkj_kconfig_value {
	HKJ_KCONFIG_UNKNOWN,
	HKJ_KCONFIG_NO,
	HKJ_KCONFIG_YES, /* built in, or a module */
};

/* Zeroed, nothing is known. */
struct hkj_kconfig {
	char *text;
};

void hkj_kconfig_load(struct hkj_kconfig *config, const char *release);
enum hkj_kconfig_value hkj_kconfig_get(const struct hkj_kconfig *config,
				       const char *option);
void hkj_kconfig_free(struct hkj_kconfig *config);

#endif /* HKJITTER_USER_KCONFIG_H */
