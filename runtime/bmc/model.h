/*
 * The prelude of every model.
 *
 * A model is a C function that stands for one of the machine's own: the symbolic engine
 * links the models over the machine's functions and executes them as any other code. What
 * the machine does is the law (heddle-machine, shims): the same results, errors, steps and
 * choices, and the same bytes of the glibc object, so that static initializers work and
 * programs that look inside see the same.
 *
 * Every read and write of memory that threads share is paid for by the solver. So models
 * read no field twice, and none that tells nothing new: where the machine asks the lock word
 * of a mutex and then its owner, a model asks the owner, which is 0 while nobody is. A write
 * that nobody reads costs next to nothing.
 *
 * A field is looked at before it is known that the operation can be made, never written.
 */
#ifndef HEDDLE_MODEL_H
#define HEDDLE_MODEL_H

#include "internal.h"

#include <errno.h>

/* --- What the engine provides ---------------------------------------------- */

/*
 * Between the two is one step of the machine: nothing of other threads happens there. They
 * nest, as a runtime's function may hold an atomic section around an operation. A model
 * returns only after the end.
 */
void __heddle_bmc_begin(void);
void __heddle_bmc_end(void);

/*
 * The step can be made only if `enabled` is not 0; until then the thread waits. Once in a
 * step at most, before its first write, and after all reads that `enabled` depends on.
 * `holder` is the owner of the lock that it waits for, which alone can end that; 0 if there is
 * none, or if others can.
 */
void __heddle_bmc_wait(int enabled, unsigned holder);

/* Here the machine reports lock-misuse. */
_Noreturn void __heddle_bmc_misuse(void);

/* The step can go n ways, n > 1: which of them it goes. Once in a step at most. */
unsigned __heddle_bmc_alternative(unsigned n);

/*
 * The calling thread's index, and how many threads there are at most: constants. An index is not
 * always the number that the machine gives to a thread, which depends on the run.
 */
unsigned __heddle_bmc_self(void);
unsigned __heddle_bmc_count(void);

/* The index of the thread with a number; one that no thread has, if there is none. */
unsigned __heddle_bmc_thread(int number);

/* Whether a wait for a condition variable may end for no reason: a constant. */
int __heddle_bmc_spurious(void);

/* A join of thread t can be made now because t has exited: all that t did comes before. */
void __heddle_bmc_joined(unsigned t);

/*
 * Whether any bit of the 4 bytes at `p` was never written. A bad address is a fault of
 * memory, as it is in a read.
 */
int __heddle_bmc_is_undefined(const void *p);

/* A write that can race, where the machine's can; those of models cannot. */
void __heddle_bmc_store_int(int *p, int value);

/*
 * The operation may store a pointer there: whether it does or not, that can race with what
 * others do there, as in the machine.
 */
void __heddle_bmc_will_store(void **p);

/* --- Threads --------------------------------------------------------------- */

enum { HEDDLE_BMC_THREADS = 64 };

/*
 * What the machine keeps in its threads. Creation, which is native, sets `created` and
 * `detached`; the end of a thread, too: it sets `value` (null for a detached thread), then
 * `exited`, and clears the fields of cancellation.
 */
struct heddle_bmc_thread {
    unsigned created;          /* 1 once it exists */
    unsigned exited;           /* 1 once it has ended */
    unsigned detached;         /* 1 if nobody will join it */
    unsigned joined;           /* 1 if somebody did */
    void *value;               /* what it ended with */
    unsigned cancel_requested; /* 1 if someone asked it to end */
    unsigned cancel_disabled;  /* 1 if it does not listen to that */
    const void *waits_for;     /* the condition variable or barrier that it waits at, or null */
};

_Static_assert(offsetof(struct heddle_bmc_thread, created) == 0, "the engine writes it there");
_Static_assert(offsetof(struct heddle_bmc_thread, exited) == 4, "the engine writes it there");
_Static_assert(offsetof(struct heddle_bmc_thread, detached) == 8, "the engine writes it there");
_Static_assert(offsetof(struct heddle_bmc_thread, joined) == 12, "the engine skips it");
_Static_assert(offsetof(struct heddle_bmc_thread, value) == 16, "the engine writes it there");
_Static_assert(offsetof(struct heddle_bmc_thread, cancel_requested) == 16 + sizeof(void *),
               "cleared at the end");
_Static_assert(offsetof(struct heddle_bmc_thread, cancel_disabled) == 20 + sizeof(void *),
               "cleared at the end");
_Static_assert(sizeof(struct heddle_bmc_thread) == 24 + 2 * sizeof(void *),
               "the engine steps by it");

/* All threads by index, in threads.c. The main thread, with index 0, exists from the start. */
extern struct heddle_bmc_thread __heddle_bmc_threads[HEDDLE_BMC_THREADS];

/* What an interrupted cancellation point returns to the runtime. */
enum { HEDDLE_BMC_CANCELLED = -1 };

/* Whether the calling thread shall end at its next cancellation point. */
static inline int is_cancelled(void)
{
    const struct heddle_bmc_thread *me = &__heddle_bmc_threads[__heddle_bmc_self()];
    return me->cancel_requested && !me->cancel_disabled;
}

/* The threads that wait at an object, a bit for each. */
static inline unsigned long long waiters_at(const void *object)
{
    unsigned count = __heddle_bmc_count(), self = __heddle_bmc_self();
    unsigned long long waiters = 0;
    for (unsigned t = 0; t < count; t++)
        if (t != self && __heddle_bmc_threads[t].waits_for == object)
            waiters |= 1ull << t;
    return waiters;
}

/* These threads wait no longer. */
static inline void wake_all(unsigned long long waiters)
{
    unsigned count = __heddle_bmc_count();
    for (unsigned t = 0; t < count; t++)
        if (waiters >> t & 1)
            __heddle_bmc_threads[t].waits_for = NULL;
}

/* --- Fields of objects ------------------------------------------------------ */

/* What a destroyed object has in its kind, or in its first word. */
#define DESTROYED 0xffffffffu

/* A field of an object, which must have been initialized. */
static inline unsigned field(const unsigned *p)
{
    if (__heddle_bmc_is_undefined(p))
        __heddle_bmc_misuse();
    return *p;
}

/* A field that tells of destruction. */
static inline unsigned living(const unsigned *p)
{
    unsigned value = field(p);
    if (value == DESTROYED)
        __heddle_bmc_misuse();
    return value;
}

/* A thread as an owner: its index plus one. */
static inline unsigned own_mark(void)
{
    return __heddle_bmc_self() + 1;
}

/* Ends a step, and with it an operation. */
static inline int end_with(int result)
{
    __heddle_bmc_end();
    return result;
}

/* --- mutex.c ---------------------------------------------------------------- */

/* A pthread_mutex_t. */
struct heddle_bmc_mutex {
    unsigned lock;  /* 0 or 1 */
    unsigned count; /* how often its owner holds it, if it is recursive, else 0 */
    unsigned owner; /* its owner, or 0 */
#if __SIZEOF_POINTER__ == 8
    unsigned users; /* not used */
#endif
    unsigned kind;
};

_Static_assert(offsetof(struct heddle_bmc_mutex, kind) == (sizeof(void *) == 8 ? 16 : 12),
               "as glibc has it");

enum { NORMAL = 0, RECURSIVE = 1, ERROR_CHECKING = 2 };

/* The kind of a mutex; one that is neither recursive nor checks errors is normal. */
static inline unsigned mutex_kind(const struct heddle_bmc_mutex *m)
{
    unsigned kind = living(&m->kind) & 3;
    return kind == RECURSIVE || kind == ERROR_CHECKING ? kind : NORMAL;
}

/* Gives a free mutex to the calling thread. */
static inline void take_mutex(struct heddle_bmc_mutex *m, unsigned kind)
{
    m->lock = 1;
    m->owner = own_mark();
    if (kind == RECURSIVE)
        m->count = 1;
}

/* Takes it away. */
static inline void release_mutex(struct heddle_bmc_mutex *m, unsigned kind)
{
    m->lock = 0;
    m->owner = 0;
    if (kind == RECURSIVE)
        m->count = 0;
}

#endif
