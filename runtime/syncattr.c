/*
 * The attributes of mutexes, condition variables, read-write locks and barriers.
 *
 * Of all of them only the kind of a mutex has an effect; the machine reads it from the
 * low bits of the first int. The rest is kept so that what was set can be got.
 */
#include "internal.h"

#include <errno.h>
#include <time.h>

/* --- Mutexes --------------------------------------------------------------- */

/* As glibc lays them out. */
struct mutex_attributes {
    unsigned kind : 12;
    unsigned ceiling : 12;
    unsigned : 4;
    unsigned protocol : 2;
    unsigned robust : 1;
    unsigned shared : 1;
};

_Static_assert(sizeof(struct mutex_attributes) == sizeof(pthread_mutexattr_t), "one int");

static struct mutex_attributes *of_mutex(const pthread_mutexattr_t *attr)
{
    return (struct mutex_attributes *)attr;
}

int pthread_mutexattr_init(pthread_mutexattr_t *attr)
{
    *of_mutex(attr) = (struct mutex_attributes){.kind = PTHREAD_MUTEX_DEFAULT};
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attr)
{
    (void)attr;
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int kind)
{
    if (kind < PTHREAD_MUTEX_NORMAL || kind > PTHREAD_MUTEX_ADAPTIVE_NP)
        return EINVAL;
    of_mutex(attr)->kind = (unsigned)kind;
    return 0;
}

/* The name that it had before POSIX; headers do not declare it any more. */
int pthread_mutexattr_setkind_np(pthread_mutexattr_t *attr, int kind);
int pthread_mutexattr_setkind_np(pthread_mutexattr_t *attr, int kind)
{
    return pthread_mutexattr_settype(attr, kind);
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict attr, int *restrict kind)
{
    *kind = of_mutex(attr)->kind;
    return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attr, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    of_mutex(attr)->shared = shared == PTHREAD_PROCESS_SHARED;
    return 0;
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *restrict attr, int *restrict shared)
{
    *shared = of_mutex(attr)->shared ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
    return 0;
}

/* Protocols are about priorities, and threads have none here. */
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr, int protocol)
{
    if (protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT)
        return EINVAL;
    of_mutex(attr)->protocol = (unsigned)protocol & 3;
    return 0;
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *restrict attr,
                                  int *restrict protocol)
{
    *protocol = of_mutex(attr)->protocol;
    return 0;
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attr, int ceiling)
{
    if (ceiling < 1 || ceiling > 99)
        return EINVAL;
    of_mutex(attr)->ceiling = (unsigned)ceiling & 0xFFF;
    return 0;
}

int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *restrict attr,
                                     int *restrict ceiling)
{
    *ceiling = of_mutex(attr)->ceiling ? (int)of_mutex(attr)->ceiling : 1;
    return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust)
{
    if (robust == PTHREAD_MUTEX_ROBUST)
        __heddle_unmodelled_robust_mutex();
    else if (robust != PTHREAD_MUTEX_STALLED)
        return EINVAL;
    of_mutex(attr)->robust = 0;
    return 0;
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr, int *robust)
{
    *robust = of_mutex(attr)->robust ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED;
    return 0;
}

/* --- Condition variables, read-write locks, barriers ----------------------- */

/* What the other three have between them; `choice` is a clock, or a kind of lock. */
struct attributes_of_other {
    short shared;
    short choice;
};

_Static_assert(sizeof(struct attributes_of_other) <= sizeof(pthread_condattr_t), "it fits");
_Static_assert(sizeof(struct attributes_of_other) <= sizeof(pthread_rwlockattr_t), "it fits");
_Static_assert(sizeof(struct attributes_of_other) <= sizeof(pthread_barrierattr_t), "it fits");

/* The functions that are alike for all three. */
#define COMMON(object)                                                                            \
    int pthread_##object##attr_init(pthread_##object##attr_t *attr)                               \
    {                                                                                              \
        *(struct attributes_of_other *)attr = (struct attributes_of_other){0};                     \
        return 0;                                                                                  \
    }                                                                                              \
    int pthread_##object##attr_destroy(pthread_##object##attr_t *attr)                            \
    {                                                                                              \
        (void)attr;                                                                                \
        return 0;                                                                                  \
    }                                                                                              \
    int pthread_##object##attr_setpshared(pthread_##object##attr_t *attr, int shared)             \
    {                                                                                              \
        if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)                 \
            return EINVAL;                                                                         \
        ((struct attributes_of_other *)attr)->shared = (short)shared;                             \
        return 0;                                                                                  \
    }                                                                                              \
    int pthread_##object##attr_getpshared(const pthread_##object##attr_t *restrict attr,          \
                                          int *restrict shared)                                   \
    {                                                                                              \
        *shared = ((const struct attributes_of_other *)attr)->shared;                             \
        return 0;                                                                                  \
    }

COMMON(cond)
COMMON(rwlock)
COMMON(barrier)

int pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock)
{
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return EINVAL;
    ((struct attributes_of_other *)attr)->choice = (short)clock;
    return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *restrict attr, clockid_t *restrict clock)
{
    *clock = ((const struct attributes_of_other *)attr)->choice;
    return 0;
}

/*
 * Readers may come before writers that wait. In glibc only locks of the last kind are different:
 * at these, readers wait behind waiting writers, and a thread that reads twice may deadlock.
 */
int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attr, int kind)
{
    if (kind < PTHREAD_RWLOCK_PREFER_READER_NP ||
        kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        return EINVAL;
    if (kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        __heddle_unmodelled_rwlock_that_prefers_writers();
    ((struct attributes_of_other *)attr)->choice = (short)kind;
    return 0;
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *restrict attr, int *restrict kind)
{
    *kind = ((const struct attributes_of_other *)attr)->choice;
    return 0;
}
