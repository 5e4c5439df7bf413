/*
 * The shims: what the runtime asks of the checking machine.
 *
 * Everything here is implemented natively by the machine; all other functions of
 * the runtime are C on top of these. Besides the functions declared below, the
 * machine provides under their own names (the system headers declare them):
 *
 *   memcpy memmove memset                          each one step
 *   pthread_mutex_{init,destroy,lock,trylock,unlock}
 *   pthread_cond_{init,destroy,signal,broadcast}
 *   pthread_rwlock_{init,destroy,rdlock,wrlock,tryrdlock,trywrlock,unlock}
 *   pthread_barrier_{init,destroy,wait}
 *   pthread_spin_{init,destroy,lock,trylock,unlock}
 *   sin cos tan asin acos atan atan2 sinh cosh tanh exp exp2 expm1 log log2
 *   log10 log1p pow sqrt cbrt hypot fmod fabs floor ceil trunc round rint
 *   nearbyint                                      and the same with suffix f
 *
 * The state of a synchronization object lives in the bytes of the glibc object
 * itself, so that static initializers work.
 *
 * `unsigned long` is as wide as `size_t` and as a pointer in both data models.
 */
#ifndef HEDDLE_SHIMS_H
#define HEDDLE_SHIMS_H

#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stddef.h>

/* --- The end of a run ------------------------------------------------------ */

/* The process ends now; no handlers run. */
_Noreturn void __heddle_exit(int code);

/* abort(): a crash. */
_Noreturn void __heddle_abort(void);

/*
 * A failed assertion. `file` and `func` may be null and `line` 0: then the place
 * is the innermost frame that is not of the runtime.
 */
_Noreturn void __heddle_assert_fail(const char *expr, const char *file, unsigned line,
                                    const char *func);

/* A call of the function of this name, which is an error wherever it is made. */
_Noreturn void __heddle_error_call(const char *function);

/* An exception of the type with this mangled name ends the program. */
enum heddle_escape { HEDDLE_ESCAPE_UNCAUGHT, HEDDLE_ESCAPE_NOEXCEPT, HEDDLE_ESCAPE_TERMINATE };
_Noreturn void __heddle_uncaught_exception(const char *type, enum heddle_escape escape);

/* std::terminate without an exception: a crash. */
_Noreturn void __heddle_terminate(void);

/* A run in which `c` is 0 does not count. */
void __heddle_assume(int c);

/* --- Choices, and what is one step ----------------------------------------- */

/* A value below `n`; all of them are explored. */
unsigned __heddle_choose(unsigned n);

/* An input of that many bits (at most the width of long) that is left open. */
unsigned long __heddle_nondet(unsigned bits);

/* Between the two no other thread runs. They nest. */
void __heddle_atomic_begin(void);
void __heddle_atomic_end(void);

/* Another thread may run; nothing else happens. */
void __heddle_yield(void);

/* --- What the trace shows -------------------------------------------------- */

/* Program output on a file descriptor. */
void __heddle_output(int fd, const char *bytes, unsigned long n);

/* A message of the program to the reader of the trace. */
void __heddle_trace(const char *bytes, unsigned long n);

/* vprintf to a stream in one step, with the va_list passed by address, which it advances. */
int __heddle_print(int fd, const char *format, va_list *ap);

/* vsnprintf, in the same way. */
int __heddle_format(char *buf, unsigned long size, const char *format, va_list *ap);

/* strtod of the C locale. */
double __heddle_strtod(const char *s, char **end);

/* The run needs a file that is not there for heddle, or standard input if the name is null. */
_Noreturn void __heddle_refuse_file(const char *name);

/* --- The stack -------------------------------------------------------------- */

/*
 * Calls under way that exceptions may end at a landing pad of their caller are numbered from
 * the innermost on. The first returns the table of a landing pad, or null if there are not so
 * many; the second ends all calls above it and goes on there.
 */
const void *__heddle_pad(unsigned number);
_Noreturn void __heddle_unwind(unsigned number);

/* --- Memory ---------------------------------------------------------------- */

/* Fresh bytes, undefined. Never fails; distinct objects even where n is 0. */
void *__heddle_malloc(unsigned long n, unsigned long align);

/* Shall this allocation fail? A choice under --malloc-may-fail, else 0. */
int __heddle_malloc_may_fail(void);

/* Ends the heap object that `p` is the start of; anything else is a fault. */
void __heddle_free(void *p);

/*
 * The same for new and delete, or new[] and delete[]: what one of the three pairs allocates
 * must be freed by the same pair.
 */
void *__heddle_new(unsigned long n, unsigned long align, int is_array);
void __heddle_delete(void *p, int is_array);

/* Is this function, which the runtime defines, the program's own? */
int __heddle_is_replaced(const void *function);

/* Size of the live heap object that `p` is the start of; anything else is a fault. */
unsigned long __heddle_object_size(const void *p);

/* --- Threads --------------------------------------------------------------- */

/*
 * Starts a thread that calls __heddle_thread_main(f, arg), and stores its number plus
 * one before it runs. The number of the main thread is 0.
 */
void __heddle_thread_create(void *(*f)(void *), void *arg, int detached, pthread_t *id);
_Noreturn void __heddle_thread_exit(void *value);
int __heddle_thread_self(void);

/*
 * Waits until thread `t` has exited and stores its value where `value` is not null.
 * 0; ESRCH, EINVAL or EDEADLK; -1 if this thread is cancelled. While it has not exited,
 * the second is EBUSY, and the third ETIMEDOUT (a choice).
 */
int __heddle_thread_join(int t, void **value);
int __heddle_thread_tryjoin(int t, void **value);
int __heddle_thread_timedjoin(int t, void **value);
int __heddle_thread_detach(int t);

/*
 * Cancellation is deferred. The request is noted in the target; a shim that says
 * "-1 if cancelled" returns -1 when a request is pending on entry or arrives while
 * it waits, provided that the thread's cancellation is enabled.
 */
int __heddle_thread_cancel(int t);
int __heddle_thread_cancelled(void);
int __heddle_thread_setcancelstate(int state); /* returns the old state */

/* --- Waiting that the runtime wraps ---------------------------------------- */

/* 0; ETIMEDOUT while another thread holds it (a choice); the errors of a lock. */
int __heddle_mutex_timedlock(pthread_mutex_t *mutex);

/* 0; ETIMEDOUT (only if timed, a choice); -1 if cancelled. The mutex is held again. */
int __heddle_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex, int timed);

/* As a read or write lock, or ETIMEDOUT while it is held (a choice). */
int __heddle_rwlock_timed(pthread_rwlock_t *lock, int write);

/* 0; ETIMEDOUT while it is 0 (only if timed, a choice); -1 if cancelled. */
int __heddle_sem_wait(sem_t *sem);
int __heddle_sem_timedwait(sem_t *sem);

/* The other operations of a semaphore. 0, or the error that goes to errno. */
int __heddle_sem_init(sem_t *sem, int shared, unsigned value);
int __heddle_sem_destroy(sem_t *sem);
int __heddle_sem_trywait(sem_t *sem);
int __heddle_sem_post(sem_t *sem);
int __heddle_sem_getvalue(sem_t *sem, int *value);

/*
 * 1: run the initializer now; 0: it has run. Waits while another thread runs it, and
 * looks at the object again when woken (the initializer may have been abandoned).
 */
int __heddle_once_enter(pthread_once_t *once);
void __heddle_once_leave(pthread_once_t *once);

/* --- What heddle observes -------------------------------------------------- */

/*
 * Behind the macros of heddle.h, which declares them too. Memory is refused that is not
 * static (for a metric) or neither static nor of the heap (for the others); functions are
 * refused that have other types.
 */
void __heddle_invariant(int (*f)(void));
void __heddle_metric(const void *p, size_t n);
void __heddle_unmatched(const void *p, size_t n);
void __heddle_hash(const void *p, size_t n, unsigned long (*f)(const void *, size_t));
void __heddle_abstraction(void (*f)(void));

/*
 * Propositions, by name. A function gets the values of the n variables whose addresses and
 * sizes follow, at most four.
 */
void __heddle_ap(const char *name);
void __heddle_ap_set(const char *name, int value);
void __heddle_ap_global(const char *name, void (*f)(void), unsigned long n, ...);
void __heddle_ap_local(const char *name, void (*f)(void), unsigned long n, ...);
void __heddle_progress(void);

/* --- Programs without main ------------------------------------------------- */

/* What --init names, or null; and how many threads --thread asks for. */
void (*__heddle_harness_init(void))(void);
int __heddle_harness_count(void);

/* It has returned: from here on the functions that --invariant names count. */
void __heddle_harness_ready(void);

/* What the i-th of them runs, whatever its real type, and its argument. */
void *(*__heddle_harness_function(int i))(void *);
void *__heddle_harness_argument(int i);

/* --- Time ------------------------------------------------------------------ */

/* Seconds since the epoch. Always the same: time is no part of the state. */
unsigned long __heddle_clock(void);

#endif
