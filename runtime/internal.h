/*
 * The prelude of every file of the runtime, and what the files share.
 *
 * Files of the runtime use each other through the names below and through names
 * that C or POSIX reserve. A user's function of any other name (a `strlcpy` of
 * their own, say) must never be called by accident.
 */
#ifndef HEDDLE_INTERNAL_H
#define HEDDLE_INTERNAL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

/* The system headers shall only declare: no inline bodies, no macros for ctype. */
#ifndef __NO_INLINE__
#define __NO_INLINE__ 1
#endif
#define __NO_CTYPE 1

/*
 * Nor shall they give the functions defined here other names, as newer releases do
 * for scanf and strtol; the other names are defined in their own right.
 */
#include <features.h>
#undef __GLIBC_USE_DEPRECATED_SCANF
#define __GLIBC_USE_DEPRECATED_SCANF 1
#undef __GLIBC_USE_C2X_STRTOL
#define __GLIBC_USE_C2X_STRTOL 0
#undef __GLIBC_USE_C23_STRTOL
#define __GLIBC_USE_C23_STRTOL 0

#include <stddef.h>

#include "shims.h"

/* --- errno.c --------------------------------------------------------------- */

/* The errno of a thread. The machine's own functions (sem_trywait) store here too. */
extern _Thread_local int __heddle_errno;

/* --- ctype.c --------------------------------------------------------------- */

/* Case and white space of the C locale, without a table lookup. */
static inline int heddle_is_space(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline int heddle_lower(int c)
{
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

/* --- exit.c ---------------------------------------------------------------- */

/*
 * Calls what the program registered as destructors outside of the atexit list
 * (llvm.global_dtors). The linker of heddle puts the calls here; without any the
 * function does nothing.
 */
void __heddle_run_destructors(void);

/* --- thread.c -------------------------------------------------------------- */

/*
 * What a thread runs on its way out, in this order, besides exiting. Each is null
 * until the thread first uses the feature, so that code and state of a feature exist
 * only in programs that use it. Only the thread itself looks at its hooks.
 */
struct heddle_thread_hooks {
    void (*cleanup)(void); /* handlers of pthread_cleanup_push */
    void (*locals)(void);  /* destructors of C++ thread_local objects */
    void (*keys)(void);    /* destructors of pthread keys */
};
extern _Thread_local struct heddle_thread_hooks __heddle_thread_hooks;

/* The end of a thread whose calls have none left to unwind. */
_Noreturn void __heddle_end_thread(void *value);

/* The function that the machine starts every thread but the main one in. */
_Noreturn void __heddle_thread_main(void *(*f)(void *), void *arg);

/* --- cleanup.c ------------------------------------------------------------- */

void _pthread_cleanup_push(struct _pthread_cleanup_buffer *frame, void (*routine)(void *),
                           void *arg);
void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *frame, int execute);

/*
 * An exception goes to the landing pad with this number: handlers of frames that it ends run.
 * To be called only if the thread has handlers.
 */
void __heddle_cleanup_unwound(unsigned number);

/* --- once.c ---------------------------------------------------------------- */

/* The initializer that once_enter asked for did not finish: somebody else shall. */
void __heddle_once_abandon(pthread_once_t *once);

/* --- pthread_sync.c -------------------------------------------------------- */

/* Is this a time that a timed wait rejects with EINVAL? */
static inline int heddle_bad_time(const struct timespec *t)
{
    return t->tv_nsec < 0 || t->tv_nsec >= 1000000000L;
}

/* --- libstdc++/chrono.cpp -------------------------------------------------- */

/*
 * Time has come to this point for the calling thread, whose next look at a clock of <chrono>
 * must show it: C++ asks a clock, and not the function that waited, if a wait has timed out.
 * Only programs that look at these clocks have it.
 */
void __heddle_note_time(const struct timespec *t) __attribute__((weak));

/* --- What is not modelled -------------------------------------------------- */

/*
 * These are defined nowhere. A run that calls one ends in `unknown`, with its name:
 * the way to say that an argument of a modelled function asks for something that is
 * not modelled.
 */
void __heddle_unmodelled_asynchronous_cancellation(void);
void __heddle_unmodelled_futex_operation(void);
void __heddle_unmodelled_robust_mutex(void);
void __heddle_unmodelled_rwlock_that_prefers_writers(void);
void __heddle_unmodelled_system_call(void);

#endif
