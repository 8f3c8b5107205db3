/* SPDX-License-Identifier: GPL-2.0 */
/* A network device that is there for its NAPI contexts alone. */
#ifndef HKJ_COMPAT_NETDEVICE_H
#define HKJ_COMPAT_NETDEVICE_H

#include <linux/netdevice.h>
#include <linux/slab.h>
#include <linux/version.h>

/*
 * 6.10 brought alloc_netdev_dummy(); init_dummy_netdev(), for a device that the
 * caller has, went later.
 */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 10, 0)
static inline struct net_device *hkj_netdev_new(void)
{
	return alloc_netdev_dummy(0);
}

static inline void hkj_netdev_free(struct net_device *device)
{
	free_netdev(device);
}
#else
static inline struct net_device *hkj_netdev_new(void)
{
	struct net_device *device = kzalloc(sizeof(*device), GFP_KERNEL);

	if (device)
		init_dummy_netdev(device);
	return device;
}

static inline void hkj_netdev_free(struct net_device *device)
{
	kfree(device);
}
#endif

#endif /* HKJ_COMPAT_NETDEVICE_H */
