/*
 * Semaphores: a value in the first word.
 */
#include "model.h"

#include <limits.h>

int __heddle_sem_init(sem_t *sem, int shared, unsigned value)
{
    (void)shared;
    __heddle_bmc_begin();
    if (value > INT_MAX)
        return end_with(EINVAL);
    *(unsigned *)sem = value;
    return end_with(0);
}

int __heddle_sem_destroy(sem_t *sem)
{
    __heddle_bmc_begin();
    living((unsigned *)sem);
    *(unsigned *)sem = DESTROYED;
    return end_with(0);
}

/* Takes 1 from a semaphore that has some. */
static inline int take(sem_t *sem, unsigned value, int otherwise)
{
    if (value == 0)
        return end_with(otherwise);
    *(unsigned *)sem = value - 1;
    return end_with(0);
}

int __heddle_sem_wait(sem_t *sem)
{
    __heddle_bmc_begin();
    unsigned value = living((unsigned *)sem);
    int cancelled = is_cancelled();
    __heddle_bmc_wait(value != 0 || cancelled, 0);
    if (cancelled)
        return end_with(HEDDLE_BMC_CANCELLED);
    *(unsigned *)sem = value - 1;
    return end_with(0);
}

int __heddle_sem_timedwait(sem_t *sem)
{
    __heddle_bmc_begin();
    unsigned value = living((unsigned *)sem);
    if (is_cancelled())
        return end_with(HEDDLE_BMC_CANCELLED);
    return take(sem, value, ETIMEDOUT);
}

int __heddle_sem_trywait(sem_t *sem)
{
    __heddle_bmc_begin();
    return take(sem, living((unsigned *)sem), EAGAIN);
}

int __heddle_sem_post(sem_t *sem)
{
    __heddle_bmc_begin();
    unsigned value = living((unsigned *)sem);
    if (value == INT_MAX)
        return end_with(EOVERFLOW);
    *(unsigned *)sem = value + 1;
    return end_with(0);
}

int __heddle_sem_getvalue(sem_t *sem, int *value)
{
    __heddle_bmc_begin();
    __heddle_bmc_store_int(value, (int)living((unsigned *)sem));
    return end_with(0);
}
