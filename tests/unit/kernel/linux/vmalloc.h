/* SPDX-License-Identifier: GPL-2.0 */
#include <errno.h>
#include <stdlib.h>

#define vzalloc(size)			calloc(1, size)
#define vfree(p)			free(p)
#define array_size(nr, size)		((nr) * (size))
