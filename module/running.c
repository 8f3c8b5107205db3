// SPDX-License-Identifier: GPL-2.0
#include "running.h"

DEFINE_PER_CPU(struct hkj_running[2], hkj_running);
