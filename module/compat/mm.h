/* SPDX-License-Identifier: GPL-2.0 */
/* What a mapping may never become. */
#ifndef HKJ_COMPAT_MM_H
#define HKJ_COMPAT_MM_H

#include <linux/mm.h>
#include <linux/version.h>

/**
 * hkj_vma_seal() - a mapping stays read-only, as long as it is, and its owner's
 * @vma: it
 *
 * From 6.3 on its flags are changed by functions.
 *
 * Context: the driver's mmap.
 */
static inline void hkj_vma_seal(struct vm_area_struct *vma)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 3, 0)
	vm_flags_mod(vma, VM_DONTCOPY | VM_DONTEXPAND | VM_DONTDUMP,
		     VM_MAYWRITE | VM_MAYEXEC);
#else
	vma->vm_flags |= VM_DONTCOPY | VM_DONTEXPAND | VM_DONTDUMP;
	vma->vm_flags &= ~(VM_MAYWRITE | VM_MAYEXEC);
#endif
}

#endif /* HKJ_COMPAT_MM_H */
