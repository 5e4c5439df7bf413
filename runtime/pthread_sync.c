/*
 * The waiting functions of pthread objects that can time out or be cancelled; the
 * others are the machine's.
 *
 * A deadline is not compared with a clock: whether it passes is a choice, so that both
 * outcomes are explored wherever both can happen.
 */
#include "internal.h"

#include <errno.h>

/* --- Mutexes --------------------------------------------------------------- */

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict t)
{
    return heddle_bad_time(t) ? EINVAL : __heddle_mutex_timedlock(mutex);
}

int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex, clockid_t clock,
                            const struct timespec *restrict t)
{
    (void)clock;
    return heddle_bad_time(t) ? EINVAL : __heddle_mutex_timedlock(mutex);
}

/* --- Condition variables --------------------------------------------------- */

static int wait_for(pthread_cond_t *cond, pthread_mutex_t *mutex, int timed)
{
    int result = __heddle_cond_wait(cond, mutex, timed);
    if (result < 0)
        pthread_exit(PTHREAD_CANCELED);
    return result;
}

static int wait_until(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *t)
{
    if (heddle_bad_time(t))
        return EINVAL;
    int result = wait_for(cond, mutex, 1);
    if (result == ETIMEDOUT && __heddle_note_time)
        __heddle_note_time(t);
    return result;
}

int pthread_cond_wait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex)
{
    return wait_for(cond, mutex, 0);
}

int pthread_cond_timedwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict t)
{
    return wait_until(cond, mutex, t);
}

int pthread_cond_clockwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex,
                           clockid_t clock, const struct timespec *restrict t)
{
    (void)clock;
    return wait_until(cond, mutex, t);
}

/* --- Read-write locks ------------------------------------------------------ */

static int lock_timed(pthread_rwlock_t *lock, const struct timespec *t, int write)
{
    return heddle_bad_time(t) ? EINVAL : __heddle_rwlock_timed(lock, write);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict t)
{
    return lock_timed(lock, t, 0);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict t)
{
    return lock_timed(lock, t, 1);
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict lock, clockid_t clock,
                               const struct timespec *restrict t)
{
    (void)clock;
    return lock_timed(lock, t, 0);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict lock, clockid_t clock,
                               const struct timespec *restrict t)
{
    (void)clock;
    return lock_timed(lock, t, 1);
}
