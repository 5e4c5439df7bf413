/*
 * Mutexes: normal, recursive and error-checking.
 */
#include "model.h"

/* Initializing a mutex that a thread holds is misuse. */
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr)
{
    struct heddle_bmc_mutex *m = (struct heddle_bmc_mutex *)mutex;
    __heddle_bmc_begin();
    unsigned kind = attr ? field((const unsigned *)attr) & 3 : NORMAL;
    /* Bytes that never were a mutex can look like anything, but hardly like a held one. */
    if (!__heddle_bmc_is_undefined(&m->owner) && m->owner - 1 < __heddle_bmc_count() &&
        !__heddle_bmc_is_undefined(&m->kind) && m->kind != DESTROYED)
        __heddle_bmc_misuse();
    m->lock = 0;
    m->owner = 0;
    m->count = 0;
    m->kind = kind;
    return end_with(0);
}

int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    struct heddle_bmc_mutex *m = (struct heddle_bmc_mutex *)mutex;
    __heddle_bmc_begin();
    mutex_kind(m);
    if (field(&m->owner))
        __heddle_bmc_misuse();
    m->kind = DESTROYED;
    return end_with(0);
}

/* Locks once more what the calling thread holds. */
static int lock_again(struct heddle_bmc_mutex *m)
{
    unsigned count = field(&m->count);
    if (count == 0xffffffffu)
        return EAGAIN;
    m->count = count + 1;
    return 0;
}

/* Only an owner of one that is not normal gets an answer while the mutex is held. */
int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    struct heddle_bmc_mutex *m = (struct heddle_bmc_mutex *)mutex;
    __heddle_bmc_begin();
    unsigned kind = mutex_kind(m), owner = field(&m->owner);
    int again = kind != NORMAL && owner == own_mark();
    __heddle_bmc_wait(again || !owner, owner);
    int result = 0;
    if (!again)
        take_mutex(m, kind);
    else
        result = kind == RECURSIVE ? lock_again(m) : EDEADLK;
    return end_with(result);
}

/* Takes a mutex if that can be done at once. `busy` is the answer if another has it. */
static inline int try(struct heddle_bmc_mutex *m, int own, int busy)
{
    __heddle_bmc_begin();
    unsigned kind = mutex_kind(m), owner = field(&m->owner);
    int result = busy;
    if (!owner) {
        take_mutex(m, kind);
        result = 0;
    } else if (kind != NORMAL && owner == own_mark()) {
        result = kind == RECURSIVE ? lock_again(m) : own;
    }
    return end_with(result);
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    return try((struct heddle_bmc_mutex *)mutex, EBUSY, EBUSY);
}

/* Since it may be made at any later time as well, it need not wait. */
int __heddle_mutex_timedlock(pthread_mutex_t *mutex)
{
    return try((struct heddle_bmc_mutex *)mutex, EDEADLK, ETIMEDOUT);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    struct heddle_bmc_mutex *m = (struct heddle_bmc_mutex *)mutex;
    __heddle_bmc_begin();
    unsigned kind = mutex_kind(m);
    if (field(&m->owner) != own_mark()) {
        if (kind == NORMAL)
            __heddle_bmc_misuse();
        return end_with(EPERM);
    }
    unsigned count = kind == RECURSIVE ? field(&m->count) : 1;
    if (count > 1)
        m->count = count - 1;
    else
        release_mutex(m, kind);
    return end_with(0);
}
