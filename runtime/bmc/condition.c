/*
 * Condition variables. The object only knows whether it was destroyed; who waits for it
 * stands in the threads. A signal wakes one of them, and which one is a choice; a woken
 * thread then competes for the mutex.
 */
#include "model.h"

int pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attr)
{
    (void)attr;
    __heddle_bmc_begin();
    *(unsigned *)cond = 0;
    return end_with(0);
}

int pthread_cond_destroy(pthread_cond_t *cond)
{
    __heddle_bmc_begin();
    living((unsigned *)cond);
    if (waiters_at(cond))
        __heddle_bmc_misuse();
    *(unsigned *)cond = DESTROYED;
    return end_with(0);
}

/* --- Waking ----------------------------------------------------------------- */

int pthread_cond_signal(pthread_cond_t *cond)
{
    __heddle_bmc_begin();
    living((unsigned *)cond);
    unsigned count = __heddle_bmc_count();
    unsigned long long waiters = waiters_at(cond);
    unsigned ways = 0;
    for (unsigned t = 0; t < count; t++)
        ways += waiters >> t & 1;
    unsigned before = ways > 1 ? __heddle_bmc_alternative(ways) : 0;
    for (unsigned t = 0; t < count; t++) {
        if (waiters >> t & 1) {
            if (before == 0)
                __heddle_bmc_threads[t].waits_for = NULL;
            before--;
        }
    }
    return end_with(0);
}

int pthread_cond_broadcast(pthread_cond_t *cond)
{
    __heddle_bmc_begin();
    living((unsigned *)cond);
    wake_all(waiters_at(cond));
    return end_with(0);
}

/* --- Waiting ---------------------------------------------------------------- */

/* The k-th way in which a wait can end that nobody ends: time, no reason, cancellation. */
static int ending(unsigned k, int timed)
{
    if (timed && k == 0)
        return ETIMEDOUT;
    return __heddle_bmc_spurious() && k == (unsigned)timed ? 0 : HEDDLE_BMC_CANCELLED;
}

/*
 * Gives the mutex up and begins to wait, in one step. A thread that was woken takes the
 * mutex in its next; one that was not may stop waiting, in a step of its own.
 */
int __heddle_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex, int is_timed)
{
    struct heddle_bmc_mutex *m = (struct heddle_bmc_mutex *)mutex;
    struct heddle_bmc_thread *me = &__heddle_bmc_threads[__heddle_bmc_self()];
    int timed = is_timed != 0, result = 0;

    __heddle_bmc_begin();
    living((unsigned *)cond);
    unsigned kind = mutex_kind(m);
    if (field(&m->owner) != own_mark())
        __heddle_bmc_misuse();
    if (is_cancelled())
        return end_with(HEDDLE_BMC_CANCELLED);
    unsigned count = kind == RECURSIVE ? field(&m->count) : 1;
    int keeps = count > 1;
    if (keeps)
        m->count = count - 1;
    else
        release_mutex(m, kind);
    me->waits_for = cond;
    __heddle_bmc_end();

    /* Whoever still waits has no business with the mutex, which may be gone. */
    __heddle_bmc_begin();
    int is_woken = !me->waits_for;
    unsigned ways = (unsigned)timed + (__heddle_bmc_spurious() != 0) + (unsigned)is_cancelled();
    unsigned owner = is_woken && !keeps ? field(&m->owner) : 0;
    __heddle_bmc_wait(is_woken ? !owner : ways != 0, owner);
    if (!is_woken) {
        result = ending(ways > 1 ? __heddle_bmc_alternative(ways) : 0, timed);
        me->waits_for = NULL;
        __heddle_bmc_end();
        __heddle_bmc_begin();
        owner = keeps ? 0 : field(&m->owner);
        __heddle_bmc_wait(!owner, owner);
    }
    if (keeps)
        m->count = count;
    else
        take_mutex(m, mutex_kind(m));
    return end_with(result);
}
