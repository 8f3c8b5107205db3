// SPDX-License-Identifier: GPL-2.0
/*
 * Addresses of functions that the kernel does not export, to be compared with.
 */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/string.h>

#include "symbol.h"

/*
 * A kprobe at a function's begin is put behind what marks it as a target of
 * indirect calls; a pointer to the function is to the mark.
 */
static unsigned long begin_of(unsigned long address)
{
	char text[KSYM_SYMBOL_LEN];
	unsigned long offset;
	const char *plus;

	sprint_symbol(text, address);
	plus = strchr(text, '+');
	if (!plus || sscanf(plus, "+%lx", &offset) != 1)
		return 0;
	return address - offset;
}

/**
 * hkj_symbol() - where a function is
 * @name: its name
 *
 * A kprobe that is never armed looks it up and patches nothing.
 *
 * Return: its address; 0 if the kernel does not tell.
 *
 * Context: process, sleeps.
 */
unsigned long hkj_symbol(const char *name)
{
	struct kprobe probe = {
		.symbol_name = name,
		.flags = KPROBE_FLAG_DISABLED,
	};
	unsigned long address;

	if (register_kprobe(&probe))
		return 0;
	address = (unsigned long)probe.addr;
	unregister_kprobe(&probe);
	return begin_of(address);
}
