/* SPDX-License-Identifier: GPL-2.0 */
#include "kernel.h"

static inline void
check_trace_callback_type_user_enter(void (*probe)(void *data, int unused))
{
}
