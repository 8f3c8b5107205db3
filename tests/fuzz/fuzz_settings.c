// SPDX-License-Identifier: GPL-2.0
/*
 * /run/hkjitter/restore, as a killed tool or somebody else may have left it.
 * What it names is never written: a list that is taken is not put back here.
 */
#include <string.h>

#include "fuzz.h"
#include "mutate.h"
#include "settings.h"
#include "settings_file.h"

int fuzz_begin(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	fuzz_root();
	return 0;
}

int fuzz_one(const uint8_t *data, size_t size)
{
	struct hkj_settings settings;
	struct hkj_error error;

	fuzz_root_write(HKJ_SETTINGS_DIRECTORY "/restore", data, size);
	if (hkj_settings_take(&settings, &error)) {
		FUZZ_HOLD(*error.text && !strchr(error.text, '\n'));
		return 0;
	}
	for (size_t i = 0; i < settings.nr_items; i++)
		FUZZ_HOLD(settings.items[i].path && settings.items[i].was &&
			  settings.items[i].set);
	FUZZ_HOLD(!hkj_settings_save(&settings, &error));
	hkj_settings_close(&settings);
	return 0;
}

size_t fuzz_mutate(uint8_t *data, size_t size, size_t max_size,
		   unsigned int seed)
{
	return seed % 4 ? mutate_json(data, size, max_size, seed) :
			  mutate_bytes(data, size, max_size);
}
