// SPDX-License-Identifier: GPL-2.0
/*
 * Attaching probes to functions. A kernel whose probes have been switched off
 * (/sys/kernel/debug/kprobes/enabled) takes them and runs none: a function of this
 * module's own shows whether it does.
 */
#include <linux/compiler.h>
#include <linux/kernel.h>

#include "probes/kprobe.h"
#include "symbol.h"

static struct hkj_kprobe *const lists[] = {
	hkj_ipi_kprobes,
	hkj_tick_kprobes,
};

static void attach_one(struct hkj_kprobe *p)
{
	p->probe = (struct kprobe){
		.symbol_name = p->symbol,
		.pre_handler = p->pre,
	};
	p->is_attached = !register_kprobe(&p->probe);
	p->is_unseen = !p->is_attached;
}

static void detach_one(struct hkj_kprobe *p)
{
	if (p->is_attached)
		unregister_kprobe(&p->probe);
	p->is_attached = false;
}

static void for_all(void (*each)(struct hkj_kprobe *p))
{
	struct hkj_kprobe *p;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(lists); i++)
		for (p = lists[i]; p->symbol; p++)
			each(p);
}

static bool has_called;

static noinline void probed(void)
{
	barrier();
}

static int probed_pre(struct kprobe *probe, struct pt_regs *regs)
{
	has_called = true;
	return 0;
}

static bool are_called(void)
{
	struct kprobe probe = {
		.addr = (kprobe_opcode_t *)probed,
		.pre_handler = probed_pre,
	};

	has_called = false;
	if (register_kprobe(&probe))
		return false;
	probed();
	unregister_kprobe(&probe);
	return READ_ONCE(has_called);
}

static void find_one(struct hkj_kprobe *p)
{
	p->is_unseen = !hkj_symbol(p->symbol);
}

static void miss_one(struct hkj_kprobe *p)
{
	p->is_unseen = true;
}

/**
 * hkj_kprobes_init() - find what cannot be probed, before anybody asks
 *
 * Context: module init.
 */
void hkj_kprobes_init(void)
{
	for_all(find_one);
}

/**
 * hkj_kprobes_attach() - attach those that can be
 *
 * Context: process, sleeps; under the session's lock.
 */
void hkj_kprobes_attach(void)
{
	for_all(attach_one);
	if (!are_called())
		for_all(miss_one);
}

/**
 * hkj_kprobes_detach() - the opposite; no handler runs afterwards
 *
 * Context: process, sleeps; under the session's lock.
 */
void hkj_kprobes_detach(void)
{
	for_all(detach_one);
}

/**
 * hkj_kprobes_show_unseen() - functions that are not probed
 * @buf: to be filled, a blank before each name, and () after it
 * @size: of @buf
 *
 * Return: number of characters.
 *
 * Context: process; under the session's lock.
 */
int hkj_kprobes_show_unseen(char *buf, size_t size)
{
	struct hkj_kprobe *p;
	unsigned int i;
	int len = 0;

	for (i = 0; i < ARRAY_SIZE(lists); i++)
		for (p = lists[i]; p->symbol; p++)
			if (p->is_unseen)
				len += scnprintf(buf + len, size - len, " %s()", p->symbol);
	return len;
}
