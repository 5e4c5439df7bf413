/*
 * What models ask of their engine, for the machine: a step is an atomic section, and a run in
 * which a thread would wait is abandoned, which no property but deadlock notices. Beside
 * that, creation and end of threads, which tell the models' table.
 */
#include "model.h"

/* How many threads there are so far. */
static unsigned count = 1;

void __heddle_bmc_begin(void)
{
    __heddle_atomic_begin();
}

void __heddle_bmc_end(void)
{
    __heddle_atomic_end();
}

void __heddle_bmc_wait(int enabled, unsigned holder)
{
    (void)holder;
    __heddle_assume(enabled);
}

/* The end of a section that never began is reported as misuse. */
void __heddle_bmc_misuse(void)
{
    for (;;)
        __heddle_atomic_end();
}

unsigned __heddle_bmc_alternative(unsigned n)
{
    return __heddle_choose(n);
}

unsigned __heddle_bmc_self(void)
{
    return (unsigned)__heddle_thread_self();
}

unsigned __heddle_bmc_thread(int number)
{
    return (unsigned)number;
}

/* One more than there are, so that a model has to ask whether a thread exists. */
unsigned __heddle_bmc_count(void)
{
    return count < HEDDLE_BMC_THREADS ? count + 1 : count;
}

int __heddle_bmc_spurious(void)
{
#ifdef SPURIOUS_WAKEUPS
    return 1;
#else
    return 0;
#endif
}

void __heddle_bmc_joined(unsigned t)
{
    (void)t;
}

/*
 * The machine takes a mutex for free if nobody ever wrote who owns it. This is its own
 * function; the model has another name (below).
 */
int __heddle_bmc_is_undefined(const void *p)
{
    struct heddle_bmc_mutex probe = {.lock = 1};
    __builtin_memcpy(&probe.owner, p, sizeof probe.owner);
    return __heddle_mutex_timedlock((pthread_mutex_t *)&probe) == 0;
}

void __heddle_bmc_store_int(int *p, int value)
{
    *p = value;
}

void __heddle_bmc_will_store(void **p)
{
    (void)p;
}

/* --- The life of threads ---------------------------------------------------- */

static void create(void *(*f)(void *), void *arg, int detached, pthread_t *id)
{
    __heddle_atomic_begin();
    __heddle_assume(count < HEDDLE_BMC_THREADS);
    struct heddle_bmc_thread *new = &__heddle_bmc_threads[count];
    count++;
    new->created = 1;
    new->detached = detached != 0;
    __heddle_thread_create(f, arg, detached, id);
    __heddle_atomic_end();
}

/* The machine ends the section with the thread. */
static _Noreturn void end(void *value)
{
    __heddle_atomic_begin();
    struct heddle_bmc_thread *me = &__heddle_bmc_threads[__heddle_bmc_self()];
    me->value = me->detached ? NULL : value;
    me->exited = 1;
    me->cancel_requested = 0;
    me->cancel_disabled = 0;
    __heddle_thread_exit(value);
}

/* The files of the runtime that call what has another name here, again. */
int modelled_timedlock(pthread_mutex_t *mutex);
#define __heddle_mutex_timedlock modelled_timedlock
#include "pthread_sync.c"

#define __heddle_thread_create create
#define __heddle_thread_exit end
#include "harness.c"
#include "heddle.c"
#include "thread.c"
