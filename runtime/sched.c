/*
 * <sched.h>. Priorities, policies and processors are accepted and change nothing:
 * every thread that is enabled may run next, which covers whatever they would allow.
 */
#include "internal.h"

#include <errno.h>
#include <sched.h>

int sched_yield(void)
{
    __heddle_yield();
    return 0;
}

/* Headers map the name pthread_yield to sched_yield now; older ones did not. */
int heddle_pthread_yield(void) __asm__("pthread_yield");
int heddle_pthread_yield(void)
{
    __heddle_yield();
    return 0;
}

/* The range of priorities of a policy; -1 with EINVAL if it is none. */
static int priority_bound(int policy, int realtime)
{
    switch (policy) {
    case SCHED_FIFO:
    case SCHED_RR:
        return realtime;
    case SCHED_OTHER:
    case SCHED_BATCH:
    case SCHED_IDLE:
        return 0;
    default:
        errno = EINVAL;
        return -1;
    }
}

int sched_get_priority_max(int policy)
{
    return priority_bound(policy, 99);
}

int sched_get_priority_min(int policy)
{
    return priority_bound(policy, 1);
}

int sched_setscheduler(pid_t pid, int policy, const struct sched_param *param)
{
    (void)pid, (void)policy, (void)param;
    return SCHED_OTHER;
}

int sched_getscheduler(pid_t pid)
{
    (void)pid;
    return SCHED_OTHER;
}

int sched_setparam(pid_t pid, const struct sched_param *param)
{
    (void)pid, (void)param;
    return 0;
}

int sched_getparam(pid_t pid, struct sched_param *param)
{
    (void)pid;
    *param = (struct sched_param){0};
    return 0;
}

/* --- Processors ------------------------------------------------------------ */

/* Threads may run on both processors (see unistd.c). */
static void both_processors(size_t size, cpu_set_t *set)
{
    __builtin_memset(set, 0, size);
    *(unsigned char *)set = 3;
}

int sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set)
{
    (void)pid, (void)size, (void)set;
    return 0;
}

int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set)
{
    (void)pid;
    both_processors(size, set);
    return 0;
}

int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set)
{
    (void)thread, (void)size, (void)set;
    return 0;
}

int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set)
{
    (void)thread;
    both_processors(size, set);
    return 0;
}

int sched_getcpu(void)
{
    return 0;
}

/* What CPU_COUNT, CPU_ALLOC and CPU_FREE call. */
int __sched_cpucount(size_t size, const cpu_set_t *set)
{
    const unsigned char *bytes = (const void *)set;
    int count = 0;
    for (size_t i = 0; i < size; i++)
        count += __builtin_popcount(bytes[i]);
    return count;
}
