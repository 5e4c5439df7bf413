/*
 * C11 <threads.h> on top of pthreads. The types of the two have the same size and, for
 * thrd_t, once_flag and tss_t, the same values; mutexes and condition variables are the
 * pthread objects themselves.
 */
#include "internal.h"

#include <errno.h>
#include <stdint.h>
#include <threads.h>
#include <time.h>

_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t), "the same object");
_Static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t), "the same object");
_Static_assert(sizeof(once_flag) == sizeof(pthread_once_t), "the same object");

static int result_of(int error)
{
    switch (error) {
    case 0:
        return thrd_success;
    case EBUSY:
        return thrd_busy;
    case ENOMEM:
        return thrd_nomem;
    case ETIMEDOUT:
        return thrd_timedout;
    default:
        return thrd_error;
    }
}

/* --- Threads --------------------------------------------------------------- */

/* A function that returns int as one that returns a pointer. */
struct start {
    thrd_start_t function;
    void *arg;
};

static void *start_thread(void *p)
{
    __heddle_atomic_begin();
    struct start start = *(struct start *)p;
    __heddle_free(p);
    __heddle_atomic_end();
    return (void *)(intptr_t)start.function(start.arg);
}

int thrd_create(thrd_t *thread, thrd_start_t function, void *arg)
{
    struct start *start = __heddle_malloc(sizeof *start, _Alignof(struct start));
    *start = (struct start){function, arg};
    return result_of(pthread_create(thread, NULL, start_thread, start));
}

void thrd_exit(int result)
{
    pthread_exit((void *)(intptr_t)result);
}

int thrd_join(thrd_t thread, int *result)
{
    void *value;
    int error = pthread_join(thread, &value);
    if (!error && result)
        *result = (int)(intptr_t)value;
    return result_of(error);
}

int thrd_detach(thrd_t thread)
{
    return result_of(pthread_detach(thread));
}

thrd_t thrd_current(void)
{
    return pthread_self();
}

int thrd_equal(thrd_t a, thrd_t b)
{
    return a == b;
}

void thrd_yield(void)
{
    __heddle_yield();
}

int thrd_sleep(const struct timespec *t, struct timespec *left)
{
    return nanosleep(t, left) ? -2 : 0;
}

void call_once(once_flag *flag, void (*function)(void))
{
    pthread_once((pthread_once_t *)flag, function);
}

/* --- Mutexes --------------------------------------------------------------- */

int mtx_init(mtx_t *mutex, int type)
{
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    if (type & mtx_recursive)
        pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    return result_of(pthread_mutex_init((pthread_mutex_t *)mutex, &attr));
}

void mtx_destroy(mtx_t *mutex)
{
    pthread_mutex_destroy((pthread_mutex_t *)mutex);
}

int mtx_lock(mtx_t *mutex)
{
    return result_of(pthread_mutex_lock((pthread_mutex_t *)mutex));
}

int mtx_trylock(mtx_t *mutex)
{
    return result_of(pthread_mutex_trylock((pthread_mutex_t *)mutex));
}

int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict t)
{
    return result_of(pthread_mutex_timedlock((pthread_mutex_t *)mutex, t));
}

int mtx_unlock(mtx_t *mutex)
{
    return result_of(pthread_mutex_unlock((pthread_mutex_t *)mutex));
}

/* --- Condition variables --------------------------------------------------- */

int cnd_init(cnd_t *cond)
{
    return result_of(pthread_cond_init((pthread_cond_t *)cond, NULL));
}

void cnd_destroy(cnd_t *cond)
{
    pthread_cond_destroy((pthread_cond_t *)cond);
}

int cnd_signal(cnd_t *cond)
{
    return result_of(pthread_cond_signal((pthread_cond_t *)cond));
}

int cnd_broadcast(cnd_t *cond)
{
    return result_of(pthread_cond_broadcast((pthread_cond_t *)cond));
}

int cnd_wait(cnd_t *cond, mtx_t *mutex)
{
    return result_of(pthread_cond_wait((pthread_cond_t *)cond, (pthread_mutex_t *)mutex));
}

int cnd_timedwait(cnd_t *restrict cond, mtx_t *restrict mutex, const struct timespec *restrict t)
{
    return result_of(
        pthread_cond_timedwait((pthread_cond_t *)cond, (pthread_mutex_t *)mutex, t));
}

/* --- Thread-specific storage ----------------------------------------------- */

int tss_create(tss_t *key, tss_dtor_t destructor)
{
    return result_of(pthread_key_create(key, destructor));
}

void tss_delete(tss_t key)
{
    pthread_key_delete(key);
}

void *tss_get(tss_t key)
{
    return pthread_getspecific(key);
}

int tss_set(tss_t key, void *value)
{
    return result_of(pthread_setspecific(key, value));
}
