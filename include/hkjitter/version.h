/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The one place of the version: module, tool and packaging read it here.
 */
#ifndef HKJITTER_VERSION_H
#define HKJITTER_VERSION_H

#define HKJ_VERSION	"0.1.0"

/* When it was made: the date of the man pages. */
#define HKJ_VERSION_DATE "2026-11-30"

#endif /* HKJITTER_VERSION_H */
