/* SPDX-License-Identifier: GPL-2.0 */
/* The test's own ticks. */
extern unsigned long jiffies;
