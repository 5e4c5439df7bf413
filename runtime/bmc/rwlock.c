/*
 * Read-write locks. Readers are counted, not known.
 */
#include "model.h"

/* A pthread_rwlock_t. */
struct rwlock {
    unsigned readers; /* how many read */
    unsigned writer;  /* who writes, or 0 */
    unsigned destroyed;
    unsigned unused[sizeof(void *) == 8 ? 9 : 3];
    unsigned kind; /* whom it prefers */
};

_Static_assert(offsetof(struct rwlock, kind) == (sizeof(void *) == 8 ? 48 : 24), "as glibc has it");

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attr)
{
    (void)attr;
    struct rwlock *l = (struct rwlock *)lock;
    __heddle_bmc_begin();
    l->readers = 0;
    l->writer = 0;
    l->destroyed = 0;
    l->kind = 0;
    return end_with(0);
}

/* The lock must exist, and be of a kind that readers do not wait at for waiting writers. */
static inline void usable(const struct rwlock *l)
{
    living(&l->destroyed);
    if ((field(&l->kind) & 0xff) == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        __heddle_unmodelled_rwlock_that_prefers_writers();
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    struct rwlock *l = (struct rwlock *)lock;
    __heddle_bmc_begin();
    usable(l);
    if (field(&l->writer) || field(&l->readers))
        __heddle_bmc_misuse();
    l->destroyed = DESTROYED;
    return end_with(0);
}

enum waiting { WAITS, GIVES_UP, TRIES };

/* The writer itself gets an error instead of waiting. */
static inline int acquire(struct rwlock *l, int write, enum waiting waiting)
{
    __heddle_bmc_begin();
    usable(l);
    unsigned writer = field(&l->writer), readers = field(&l->readers);
    int is_free = !writer && (!write || !readers);
    if (waiting == WAITS)
        __heddle_bmc_wait(is_free || writer == own_mark(), writer);
    if (!is_free) {
        int error = writer == own_mark() ? EDEADLK : ETIMEDOUT;
        return end_with(waiting == TRIES ? EBUSY : error);
    }
    if (write)
        l->writer = own_mark();
    else if (readers != 0xffffffffu)
        l->readers = readers + 1;
    return end_with(0);
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    return acquire((struct rwlock *)lock, 0, WAITS);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    return acquire((struct rwlock *)lock, 1, WAITS);
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    return acquire((struct rwlock *)lock, 0, TRIES);
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    return acquire((struct rwlock *)lock, 1, TRIES);
}

int __heddle_rwlock_timed(pthread_rwlock_t *lock, int write)
{
    return acquire((struct rwlock *)lock, write, GIVES_UP);
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    struct rwlock *l = (struct rwlock *)lock;
    __heddle_bmc_begin();
    usable(l);
    if (field(&l->writer) == own_mark()) {
        l->writer = 0;
    } else {
        unsigned readers = field(&l->readers);
        if (readers == 0)
            __heddle_bmc_misuse();
        l->readers = readers - 1;
    }
    return end_with(0);
}
