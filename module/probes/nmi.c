// SPDX-License-Identifier: GPL-2.0
/*
 * NMIs, by handler. The kernel tells after the handler has run, and how long.
 */
#include <trace/events/nmi.h>

#include "probes/probe.h"
#include "track.h"

static void handler(void *data, void *function, s64 delta_ns, int handled)
{
	struct hkj_track *k = hkj_track_here();

	/* A handler that had nothing to do is part of the one that had. */
	if (unlikely(k) && handled && delta_ns > 0)
		hkj_track_nmi(k, (unsigned long)function, delta_ns);
}

struct hkj_probe hkj_nmi_probes[] = {
	{ "nmi_handler", handler },
	{}
};

static void __always_unused check_prototypes(void)
{
	check_trace_callback_type_nmi_handler(handler);
}
