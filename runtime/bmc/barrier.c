/*
 * Barriers. The last thread to come opens it; who waits there stands in the threads.
 */
#include "model.h"

/* A pthread_barrier_t. */
struct barrier {
    unsigned size;    /* how many it waits for */
    unsigned arrived; /* how many have come */
};

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attr,
                         unsigned size)
{
    (void)attr;
    struct barrier *b = (struct barrier *)barrier;
    __heddle_bmc_begin();
    if (size == 0)
        return end_with(EINVAL);
    b->size = size;
    b->arrived = 0;
    return end_with(0);
}

/* How many it waits for: none, if it was never initialized. */
static inline unsigned size_of(const struct barrier *b)
{
    unsigned size = living(&b->size);
    if (size == 0)
        __heddle_bmc_misuse();
    return size;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    struct barrier *b = (struct barrier *)barrier;
    __heddle_bmc_begin();
    size_of(b);
    if (field(&b->arrived))
        __heddle_bmc_misuse();
    b->size = DESTROYED;
    return end_with(0);
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    struct barrier *b = (struct barrier *)barrier;
    __heddle_bmc_begin();
    unsigned size = size_of(b), arrived = field(&b->arrived);
    if (arrived >= size - 1) {
        b->arrived = 0;
        wake_all(waiters_at(b));
        return end_with(PTHREAD_BARRIER_SERIAL_THREAD);
    }
    struct heddle_bmc_thread *me = &__heddle_bmc_threads[__heddle_bmc_self()];
    b->arrived = arrived + 1;
    me->waits_for = b;
    __heddle_bmc_end();

    __heddle_bmc_begin();
    __heddle_bmc_wait(!me->waits_for, 0);
    return end_with(0);
}
