/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The character device /dev/hkjitter: whole records for the tool.
 */
#ifndef HKJ_DEVICE_H
#define HKJ_DEVICE_H

int hkj_device_init(void);
void hkj_device_exit(void);

#endif /* HKJ_DEVICE_H */
