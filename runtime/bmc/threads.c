/*
 * Threads that exist: joining, detaching and cancelling them.
 */
#include "model.h"

struct heddle_bmc_thread __heddle_bmc_threads[HEDDLE_BMC_THREADS] = {{.created = 1}};

/* The thread with that index, unless there is none or it was joined. */
static inline struct heddle_bmc_thread *known(unsigned index)
{
    if (index >= __heddle_bmc_count())
        return NULL;
    struct heddle_bmc_thread *t = &__heddle_bmc_threads[index];
    return t->created && !t->joined ? t : NULL;
}

/*
 * Joins a thread, or fails with an error if it has not exited; waits for it if that is 0.
 * Whether a thread has exited is asked only if that makes a difference. Nobody asks for the
 * value of a thread that was joined, so it stays.
 */
static inline int join(int number, void **value, int otherwise)
{
    __heddle_bmc_begin();
    unsigned index = __heddle_bmc_thread(number);
    struct heddle_bmc_thread *t = known(index);
    int cancelled = is_cancelled(), error = 0;
    if (!t)
        error = ESRCH;
    else if (index == __heddle_bmc_self())
        error = EDEADLK;
    else if (t->detached)
        error = EINVAL;
    int has_exited = !error && t->exited;
    __heddle_bmc_wait(error || has_exited || otherwise || cancelled, 0);
    if (value)
        __heddle_bmc_will_store(value);
    if (cancelled)
        return end_with(HEDDLE_BMC_CANCELLED);
    if (error)
        return end_with(error);
    /* A thread that waits would not have come here. */
    if (otherwise && !has_exited)
        return end_with(otherwise);
    __heddle_bmc_joined(index);
    if (value)
        *value = t->value;
    t->joined = 1;
    return end_with(0);
}

int __heddle_thread_join(int number, void **value)
{
    return join(number, value, 0);
}

int __heddle_thread_tryjoin(int number, void **value)
{
    return join(number, value, EBUSY);
}

int __heddle_thread_timedjoin(int number, void **value)
{
    return join(number, value, ETIMEDOUT);
}

int __heddle_thread_detach(int number)
{
    __heddle_bmc_begin();
    struct heddle_bmc_thread *t = known(__heddle_bmc_thread(number));
    if (!t)
        return end_with(ESRCH);
    if (t->detached)
        return end_with(EINVAL);
    t->detached = 1;
    return end_with(0);
}

/* --- Cancellation ----------------------------------------------------------- */

int __heddle_thread_cancel(int number)
{
    __heddle_bmc_begin();
    struct heddle_bmc_thread *t = known(__heddle_bmc_thread(number));
    if (!t)
        return end_with(ESRCH);
    t->cancel_requested = 1;
    return end_with(0);
}

int __heddle_thread_cancelled(void)
{
    __heddle_bmc_begin();
    return end_with(is_cancelled());
}

int __heddle_thread_setcancelstate(int state)
{
    struct heddle_bmc_thread *me = &__heddle_bmc_threads[__heddle_bmc_self()];
    __heddle_bmc_begin();
    int old = (int)me->cancel_disabled;
    me->cancel_disabled = state != 0;
    return end_with(old);
}
