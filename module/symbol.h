/* SPDX-License-Identifier: GPL-2.0 */
/* Addresses of functions that the kernel does not export. */
#ifndef HKJ_SYMBOL_H
#define HKJ_SYMBOL_H

unsigned long hkj_symbol(const char *name);

#endif /* HKJ_SYMBOL_H */
