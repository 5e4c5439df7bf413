/*
 * Spin locks: the owner in the only word, or 0. They do not know their owner again: it waits
 * for itself.
 */
#include "model.h"

int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    (void)shared;
    __heddle_bmc_begin();
    *(unsigned *)lock = 0;
    return end_with(0);
}

int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    __heddle_bmc_begin();
    if (living((unsigned *)lock))
        __heddle_bmc_misuse();
    *(unsigned *)lock = DESTROYED;
    return end_with(0);
}

int pthread_spin_lock(pthread_spinlock_t *lock)
{
    __heddle_bmc_begin();
    unsigned owner = living((unsigned *)lock);
    __heddle_bmc_wait(!owner, owner);
    *(unsigned *)lock = own_mark();
    return end_with(0);
}

int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    __heddle_bmc_begin();
    if (living((unsigned *)lock))
        return end_with(EBUSY);
    *(unsigned *)lock = own_mark();
    return end_with(0);
}

int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    __heddle_bmc_begin();
    if (living((unsigned *)lock) != own_mark())
        __heddle_bmc_misuse();
    *(unsigned *)lock = 0;
    return end_with(0);
}
