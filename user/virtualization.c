// SPDX-License-Identifier: GPL-2.0
/*
 * Whether a hypervisor is below, and which: its steal time looks like gaps
 * with no cause in this kernel.
 */
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "file.h"
#include "host.h"
#include "paths.h"

struct hypervisor {
	const char *signature;
	const char *name;
};

static const char *find_name(const struct hypervisor *table,
			     const char *signature)
{
	for (; table->signature; table++)
		if (!strcmp(table->signature, signature))
			return table->name;
	return "other";
}

#if defined(__x86_64__) || defined(__i386__)

#define LEAF_HYPERVISOR 0x40000000
#define BIT_HYPERVISOR (1U << 31) /* of ecx of leaf 1 */

static const struct hypervisor signatures[] = {
	{ "KVMKVMKVM", "kvm" },	       { "TCGTCGTCGTCG", "qemu" },
	{ "VMwareVMware", "vmware" },  { "Microsoft Hv", "hyperv" },
	{ "XenVMMXenVMM", "xen" },     { "bhyve bhyve ", "bhyve" },
	{ "ACRNACRNACRN", "acrn" },    { "VBoxVBoxVBox", "virtualbox" },
	{ "Jailhouse", "jailhouse" },  { NULL, NULL },
};

/**
 * hkj_virtualization() - name of the hypervisor
 *
 * Return: "none" on bare metal, "other" if it is not known by name.
 */
const char *hkj_virtualization(void)
{
	unsigned int a, b, c, d;
	char signature[13] = "";

	if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & BIT_HYPERVISOR))
		return "none";
	__cpuid(LEAF_HYPERVISOR, a, b, c, d);
	memcpy(signature, &b, 4);
	memcpy(signature + 4, &c, 4);
	memcpy(signature + 8, &d, 4);
	return find_name(signatures, signature);
}

#else

#define DEVICE_TREE "/proc/device-tree/hypervisor/compatible"
#define HYPERVISOR_TYPE "/sys/hypervisor/type"
#define DMI_VENDOR "/sys/class/dmi/id/sys_vendor"

static const struct hypervisor vendors[] = {
	{ "QEMU", "qemu" },	    { "KVM", "kvm" },
	{ "linux,kvm", "kvm" },	    { "vmware", "vmware" },
	{ "VMware, Inc.", "vmware" }, { "xen", "xen" },
	{ "xen,xen", "xen" },	    { "Amazon EC2", "kvm" },
	{ NULL, NULL },
};

/* The name for what a file says; NULL if it is not there or not known. */
static const char *told_by(const char *path)
{
	char *text = hkj_file_read(hkj_path_system(path).text);
	const char *name = text ? find_name(vendors, text) : "other";

	free(text);
	return strcmp(name, "other") ? name : NULL;
}

/**
 * hkj_virtualization() - name of the hypervisor
 *
 * Return: "none" where neither the device tree nor the firmware names one.
 */
const char *hkj_virtualization(void)
{
	static const char *const files[] = { DEVICE_TREE, HYPERVISOR_TYPE,
					     DMI_VENDOR };

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		const char *name = told_by(files[i]);

		if (name)
			return name;
	}
	return "none";
}

#endif
