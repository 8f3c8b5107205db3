/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Kernels may be compiled such that every local variable is zeroed first, which in
 * a probe costs as much as the rest of it. A variable that is filled whichever way
 * the code takes says so.
 */
#ifndef HKJ_COMPAT_UNSET_H
#define HKJ_COMPAT_UNSET_H

#if __has_attribute(__uninitialized__)
#define HKJ_UNSET	__attribute__((__uninitialized__))
#else
#define HKJ_UNSET
#endif

#endif /* HKJ_COMPAT_UNSET_H */
