// SPDX-License-Identifier: GPL-2.0
/*
 * A budget file: read, and a sound result judged by it.
 */
#include "fixture.h"
#include "fuzz.h"
#include "judge.h"
#include "mutate.h"
#include "paths.h"
#include "result.h"

static struct hkj_result result;

int fuzz_begin(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	fixture_make(&result);
	return 0;
}

int fuzz_one(const uint8_t *data, size_t size)
{
	struct hkj_judgement judgement;
	struct hkj_budget budget;
	struct hkj_error error;

	if (hkj_budget_load(&budget, fuzz_file(data, size), &error)) {
		FUZZ_HOLD(*error.text);
		return 0;
	}
	if (!hkj_judge(&judgement, &budget, &result, &error)) {
		if (hkj_judgement_verdict(&judgement, &error))
			FUZZ_HOLD(*error.text);
		hkj_judgement_exit(&judgement);
	}
	hkj_budget_free(&budget);
	return 0;
}

size_t fuzz_mutate(uint8_t *data, size_t size, size_t max_size,
		   unsigned int seed)
{
	return seed % 4 ? mutate_json(data, size, max_size, seed) :
			  mutate_bytes(data, size, max_size);
}
