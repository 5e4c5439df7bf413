/*
 * The waiting functions of <semaphore.h>; the others are the machine's. Named
 * semaphores are not modelled.
 */
#include "internal.h"

#include <errno.h>

static int wait_on(sem_t *sem, int timed)
{
    int result = __heddle_sem_wait(sem, timed);
    if (result < 0)
        pthread_exit(PTHREAD_CANCELED);
    if (result > 0) {
        errno = result;
        return -1;
    }
    return 0;
}

int sem_wait(sem_t *sem)
{
    return wait_on(sem, 0);
}

static int wait_until(sem_t *sem, const struct timespec *t)
{
    if (heddle_bad_time(t)) {
        errno = EINVAL;
        return -1;
    }
    return wait_on(sem, 1);
}

int sem_timedwait(sem_t *restrict sem, const struct timespec *restrict t)
{
    return wait_until(sem, t);
}

int sem_clockwait(sem_t *restrict sem, clockid_t clock, const struct timespec *restrict t)
{
    (void)clock;
    return wait_until(sem, t);
}
