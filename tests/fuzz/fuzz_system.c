// SPDX-License-Identifier: GPL-2.0
/*
 * The system's own files: an input is their contents, each ended by a NUL.
 */
#include <string.h>

#include "fuzz.h"
#include "host.h"
#include "json.h"
#include "kconfig.h"
#include "shapes.h"

static const char *const paths[] = {
	"/proc/cpuinfo",
	"/proc/cmdline",
	"/proc/sys/kernel/osrelease",
	"/boot/config-6.12.0",
	"/sys/devices/system/cpu/online",
	"/sys/devices/system/cpu/isolated",
	"/sys/devices/system/cpu/nohz_full",
	"/sys/devices/system/clocksource/clocksource0/current_clocksource",
	"/sys/kernel/realtime",
};

int fuzz_begin(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	fuzz_root();
	return 0;
}

static void files_write(const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		const uint8_t *end = memchr(data, '\0', size);
		size_t length = end ? (size_t)(end - data) : size;

		fuzz_root_write(paths[i], data, length);
		data += length + !!end;
		size -= length + !!end;
	}
}

static void config_check(void)
{
	struct hkj_kconfig config = { 0 };

	hkj_kconfig_load(&config, "6.12.0");
	hkj_kconfig_get(&config, "CONFIG_NO_HZ_FULL");
	hkj_kconfig_free(&config);
}

int fuzz_one(const uint8_t *data, size_t size)
{
	struct hkj_host host = { 0 };
	struct hkj_error error;

	files_write(data, size);
	config_check();
	FUZZ_HOLD(!hkj_host_read(&host, &error));
	hkj_json_free(&hkj_shape_host, &host);
	fuzz_command((const char *const[]){ "status", NULL });
	fuzz_command((const char *const[]){ "status", "--json", NULL });
	return 0;
}
