/* SPDX-License-Identifier: GPL-2.0 */
/*
 * As much of the kernel as the module's tracking needs, on one CPU whose clock
 * and interrupts are the test's.
 *
 * An interrupt may come at each point: a clock read, or a step that touches what
 * interrupts touch as well. While interrupts are off it waits; an NMI does not.
 */
#ifndef HKJ_TEST_KERNEL_H
#define HKJ_TEST_KERNEL_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

#include <linux/types.h>

typedef uint64_t u64;
typedef uint32_t u32;
typedef int64_t s64;
typedef int32_t s32;
typedef uint8_t u8;

#define U16_MAX			UINT16_MAX
#define U32_MAX			UINT32_MAX
#define U64_MAX			((u64)-1)

#undef __always_inline
#define __always_inline		inline __attribute__((always_inline))
#define __always_unused		__attribute__((unused))
#define ____cacheline_aligned_in_smp
#define notrace
#define noinline
#define _RET_IP_		1UL
#define likely(x)		(x)
#define unlikely(x)		(x)
#define min(a, b)		((a) < (b) ? (a) : (b))
#define max(a, b)		((a) > (b) ? (a) : (b))
#define ilog2(n)		(63 - __builtin_clzll(n))
#define GOLDEN_RATIO_64		0x61c8864680b583ebULL
#define hash_64(value, bits)	((u32)((value) * GOLDEN_RATIO_64 >> (64 - (bits))))
#define strscpy(to, from, size)	snprintf(to, size, "%s", from)

/* The test's machine. */
struct machine {
	u64 now;
	int cpu;
	bool is_irq_off;
	bool is_in_hardirq;
	bool is_in_softirq;
	long nr_points;
	long at;	/* point at which something comes; 0 for never */
	bool is_nmi;	/* it is an NMI */
	bool is_pending;
	void (*irq)(void);
};

extern struct machine machine;

void machine_point(void);
void machine_irqs(bool is_off);

static inline u64 sched_clock(void)
{
	u64 now = machine.now++;

	machine_point();
	return now;
}

#define barrier()		machine_point()
#define READ_ONCE(x)		(x)
#define WRITE_ONCE(x, value)	((x) = (value))
/* One CPU sees what it does in order. */
#define smp_load_acquire(p)	(*(p))
/* As above. */
#define smp_store_release(p, value)	(*(p) = (value))
#define in_hardirq()		(machine.is_in_hardirq)
#define in_serving_softirq()	(machine.is_in_softirq)
#define in_task()		(!machine.is_in_hardirq && !machine.is_in_softirq)
#define raw_smp_processor_id()	(machine.cpu)
#define smp_processor_id()	(machine.cpu)
#define preempt_disable()	do { } while (0)
#define preempt_enable()	do { } while (0)

#define local_irq_save(flags)						\
	do {								\
		machine_point();					\
		(flags) = machine.is_irq_off;				\
		machine_irqs(true);					\
	} while (0)
#define local_irq_restore(flags)	machine_irqs(flags)

struct local {
	long value;
};

#define local_t			struct local

static inline long local_read(const local_t *l)
{
	long value = l->value;

	machine_point();
	return value;
}

static inline void local_add(long by, local_t *l)
{
	machine_point();
	l->value += by;
}

static inline long local_add_return(long by, local_t *l)
{
	local_add(by, l);
	return l->value;
}

static inline void local_inc(local_t *l)
{
	local_add(1, l);
}

static inline long local_xchg(local_t *l, long value)
{
	long old = l->value;

	machine_point();
	l->value = value;
	return old;
}

static inline long local_cmpxchg(local_t *l, long old, long new)
{
	long value;

	machine_point();
	value = l->value;
	if (value == old)
		l->value = new;
	return value;
}

struct atomic {
	int value;
};

#define atomic_t		struct atomic
#define atomic_read(a)		((a)->value)
#define atomic_inc_return(a)	(++(a)->value)
#define atomic_read_acquire(a)	((a)->value)
#define atomic_inc(a)		((a)->value++)
/* As smp_load_acquire(). */
#define smp_rmb()		barrier()
/* As above. */
#define smp_mb__before_atomic()	barrier()

static inline int atomic_cmpxchg(atomic_t *a, int old, int new)
{
	int value = a->value;

	if (value == old)
		a->value = new;
	return value;
}

struct seqcount {
	unsigned int nr;
};

#define seqcount_t		struct seqcount
#define raw_write_seqcount_begin(s)	((s)->nr++)
#define raw_write_seqcount_end(s)	((s)->nr++)
#define raw_read_seqcount(s)		((s)->nr)
#define read_seqcount_retry(s, seq)	((s)->nr != (seq))

#define DECLARE_PER_CPU(type, name)	extern __typeof__(type) name
#define DEFINE_PER_CPU(type, name)	__typeof__(type) name
#define per_cpu(name, cpu)		(name)
#define this_cpu_ptr(p)			(p)
#define this_cpu_read(name)		(name)

struct list_head {
	struct list_head *next, *prev;
};

struct completion {
	int nr;
};

struct cpumask {
	unsigned long bits;
};

#define NR_SOFTIRQS	10

struct task_struct {
	pid_t pid;
	char comm[16];
	u64 start_time;
	int on_rq;
	int nr_cpus_allowed;
	const struct cpumask *cpus_ptr;
};

#define TASK_DEAD		0x80
#define nr_cpu_ids		1
#define task_cpu(task)		0
#define is_idle_task(task)	(!(task)->pid)
#define cpumask_copy(to, from)	(*(to) = *(from))
#define cpumask_test_cpu(cpu, mask)	((mask)->bits >> (cpu) & 1)
#define cpumask_intersects(a, b)	(((a)->bits & (b)->bits) != 0)
#define cpu_online(cpu)		true
#define for_each_cpu(cpu, mask)						\
	for ((cpu) = 0; (cpu) < nr_cpu_ids; (cpu)++)			\
		if ((mask)->bits >> (cpu) & 1)
#define container_of(p, type, member)					\
	((type *)((char *)(p) - offsetof(type, member)))

extern struct task_struct *current;

void schedule(void);

/* Nobody traces. */
#define TRACE_DEFINE_ENUM(id)	struct never_used
#define TP_PROTO(...)		__VA_ARGS__
#define TRACE_EVENT(name, proto, ...)					\
	static inline bool trace_##name##_enabled(void)			\
	{								\
		return false;						\
	}								\
									\
	static inline void trace_##name(proto)				\
	{								\
	}								\
	struct never_used

#endif /* HKJ_TEST_KERNEL_H */
