/*
 * Threads: creation, exit, joining, cancellation.
 *
 * A pthread_t is the machine's number of the thread plus one, so that 0 is no thread.
 * Cancellation is deferred: the functions that are cancellation points call
 * pthread_testcancel, or a shim that says -1 when the thread is cancelled. Attributes
 * other than the detach state change nothing.
 */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

_Thread_local struct heddle_thread_hooks __heddle_thread_hooks;

/* The machine's number of a thread; -1, which the shims reject, if it cannot be one. */
static int number_of(pthread_t thread)
{
    return thread <= INT_MAX ? (int)thread - 1 : -1;
}

/* --- Life ------------------------------------------------------------------ */

void __heddle_thread_main(void *(*f)(void *), void *arg)
{
    pthread_exit(f(arg));
}

/* As in glibc, the identifier is stored before the new thread runs. */
int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attr,
                   void *(*f)(void *), void *restrict arg)
{
    int state = PTHREAD_CREATE_JOINABLE;
    if (attr)
        pthread_attr_getdetachstate(attr, &state);
    __heddle_thread_create(f, arg, state == PTHREAD_CREATE_DETACHED, thread);
    return 0;
}

/* The first field of the table of a landing pad (cxx_exception.c). */
struct pad {
    void (*exit)(void *value);
};

/* What runs on the way out cannot be cancelled again. */
void pthread_exit(void *value)
{
    const struct pad *pad = __heddle_pad(0);
    if (pad) {
        __heddle_thread_setcancelstate(PTHREAD_CANCEL_DISABLE);
        pad->exit(value);
    }
    __heddle_end_thread(value);
}

void __heddle_end_thread(void *value)
{
    struct heddle_thread_hooks *hooks = &__heddle_thread_hooks;
    if (hooks->cleanup || hooks->locals || hooks->keys)
        __heddle_thread_setcancelstate(PTHREAD_CANCEL_DISABLE);
    if (hooks->cleanup)
        hooks->cleanup();
    if (hooks->locals)
        hooks->locals();
    if (hooks->keys)
        hooks->keys();
    __heddle_thread_exit(value);
}

pthread_t pthread_self(void)
{
    return (pthread_t)__heddle_thread_self() + 1;
}

int pthread_equal(pthread_t a, pthread_t b)
{
    return a == b;
}

int pthread_detach(pthread_t thread)
{
    return __heddle_thread_detach(number_of(thread));
}

/* --- Joining --------------------------------------------------------------- */

static int joined(int result)
{
    if (result < 0)
        pthread_exit(PTHREAD_CANCELED);
    return result;
}

int pthread_join(pthread_t thread, void **value)
{
    return joined(__heddle_thread_join(number_of(thread), value));
}

int pthread_tryjoin_np(pthread_t thread, void **value)
{
    return joined(__heddle_thread_tryjoin(number_of(thread), value));
}

static int join_timed(pthread_t thread, void **value, const struct timespec *t)
{
    if (!t)
        return pthread_join(thread, value);
    if (heddle_bad_time(t))
        return EINVAL;
    return joined(__heddle_thread_timedjoin(number_of(thread), value));
}

int pthread_timedjoin_np(pthread_t thread, void **value, const struct timespec *t)
{
    return join_timed(thread, value, t);
}

int pthread_clockjoin_np(pthread_t thread, void **value, clockid_t clock, const struct timespec *t)
{
    (void)clock;
    return join_timed(thread, value, t);
}

/* --- Cancellation ---------------------------------------------------------- */

int pthread_cancel(pthread_t thread)
{
    return __heddle_thread_cancel(number_of(thread));
}

void pthread_testcancel(void)
{
    if (__heddle_thread_cancelled())
        pthread_exit(PTHREAD_CANCELED);
}

int pthread_setcancelstate(int state, int *old)
{
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    int previous = __heddle_thread_setcancelstate(state);
    if (old)
        *old = previous;
    return 0;
}

int pthread_setcanceltype(int type, int *old)
{
    if (type == PTHREAD_CANCEL_ASYNCHRONOUS)
        __heddle_unmodelled_asynchronous_cancellation();
    else if (type != PTHREAD_CANCEL_DEFERRED)
        return EINVAL;
    if (old)
        *old = PTHREAD_CANCEL_DEFERRED;
    return 0;
}

/* --- Shortcuts that are not taken ------------------------------------------ */

/*
 * True would allow libraries to do without atomic operations. It is false even while there is
 * one thread, so that nothing changes when there are two.
 */
extern const char __libc_single_threaded;
const char __libc_single_threaded = 0;

/* --- What has no effect here ----------------------------------------------- */

/* Linux allows 15 bytes. The trace knows threads by their number and function. */
int pthread_setname_np(pthread_t thread, const char *name)
{
    (void)thread;
    return strlen(name) > 15 ? ERANGE : 0;
}

int pthread_getcpuclockid(pthread_t thread, clockid_t *clock)
{
    (void)thread;
    *clock = CLOCK_THREAD_CPUTIME_ID;
    return 0;
}

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    (void)prepare, (void)parent, (void)child;
    return 0;
}

int pthread_setconcurrency(int level)
{
    return level < 0 ? EINVAL : 0;
}

int pthread_getconcurrency(void)
{
    return 0;
}

int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *param)
{
    (void)thread, (void)policy, (void)param;
    return 0;
}

int pthread_getschedparam(pthread_t thread, int *restrict policy,
                          struct sched_param *restrict param)
{
    (void)thread;
    *policy = SCHED_OTHER;
    *param = (struct sched_param){0};
    return 0;
}

int pthread_setschedprio(pthread_t thread, int priority)
{
    (void)thread, (void)priority;
    return 0;
}
