// SPDX-License-Identifier: GPL-2.0
/*
 * The time-stamp counter, found unstable: for good, until the machine is booted
 * again.
 */
#include <linux/errno.h>

#include "inject.h"

#ifdef CONFIG_X86_64

#include <asm/tsc.h>

/**
 * inject_tsc_unstable() - declare the TSC unstable
 * @order: means nothing here
 *
 * Return: 0.
 *
 * Context: process, sleeps.
 */
int inject_tsc_unstable(const struct inject_order *order)
{
	mark_tsc_unstable("a selftest's wish");
	return 0;
}

#else

int inject_tsc_unstable(const struct inject_order *order)
{
	return -EOPNOTSUPP;
}

#endif
