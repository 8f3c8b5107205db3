/* SPDX-License-Identifier: GPL-2.0 */
/* What the meter's kinds share: meter.c measures, noise.c and calls.c ask. */
#ifndef HKJ_METER_H
#define HKJ_METER_H

#include <linux/types.h>

/**
 * struct meter_kind - one thing to be measured
 * @name: as written to the file
 * @ask: asks for it once, on the CPU that is measured. If @is_call, this is what is
 *	measured. Else it is what comes of it: the longest gap of a busy loop; a
 *	NULL waits for the tick. Interrupts are off.
 * @is_call: see @ask
 * @is_varied: no two are alike: more of them are made
 * @least: shorter gaps are something else's; 0 for GAP_MIN
 * @tidy: takes back what is left of the last one; process context; or NULL
 */
struct meter_kind {
	const char *name;
	void (*ask)(void);
	bool is_call;
	bool is_varied;
	u32 least;
	void (*tidy)(void);
};

extern const struct meter_kind meter_noises[];
extern const struct meter_kind meter_calls[];

int meter_noises_init(unsigned int cpu);
void meter_noises_exit(void);
int meter_calls_init(unsigned int cpu);
void meter_calls_exit(void);

#endif /* HKJ_METER_H */
