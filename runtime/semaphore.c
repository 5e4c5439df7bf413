/*
 * <semaphore.h>. What happens to a semaphore is the machine's business; here its
 * results become those of POSIX, whose semaphores report errors in errno. Named
 * semaphores are not modelled.
 */
#include "internal.h"

#include <errno.h>

/* Turns an error number into POSIX's result. */
static int report(int error)
{
    if (error == 0)
        return 0;
    errno = error;
    return -1;
}

int sem_init(sem_t *sem, int shared, unsigned value)
{
    return report(__heddle_sem_init(sem, shared, value));
}

int sem_destroy(sem_t *sem)
{
    return report(__heddle_sem_destroy(sem));
}

int sem_post(sem_t *sem)
{
    return report(__heddle_sem_post(sem));
}

int sem_trywait(sem_t *sem)
{
    return report(__heddle_sem_trywait(sem));
}

int sem_getvalue(sem_t *restrict sem, int *restrict value)
{
    return report(__heddle_sem_getvalue(sem, value));
}

static int waited(int result)
{
    if (result < 0)
        pthread_exit(PTHREAD_CANCELED);
    return report(result);
}

int sem_wait(sem_t *sem)
{
    return waited(__heddle_sem_wait(sem));
}

static int wait_until(sem_t *sem, const struct timespec *t)
{
    if (heddle_bad_time(t)) {
        errno = EINVAL;
        return -1;
    }
    return waited(__heddle_sem_timedwait(sem));
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
