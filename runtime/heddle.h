/*
 * heddle.h: what a program can tell heddle, and ask of it.
 *
 *   heddle_assert(c)        c holds here, in every run
 *   heddle_assume(c)        only runs in which c holds here count
 *   heddle_choose(n)        a number below n (n > 0): every one is explored
 *   heddle_atomic_begin()   from here on no other thread runs ...
 *   heddle_atomic_end()     ... until here; the two nest
 *   heddle_trace(fmt, ...)  a message, printf style, shown in the counterexample
 *   heddle_malloc(n)        memory; never fails, even under --malloc-may-fail
 *
 * The same source compiles and runs without heddle, in C from C99 on and in C++, with
 * nothing to link but -lpthread: a failed assertion aborts, a failed assumption ends the
 * process quietly, a choice is random (HEDDLE_SEED in the environment repeats a run),
 * atomic sections exclude each other, and messages go to standard error.
 */
#ifndef HEDDLE_H
#define HEDDLE_H

#include <stddef.h>

#ifndef __HEDDLE__
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __HEDDLE__

/* heddle checks this program: everything is the machine's (runtime/shims.h). */

#ifdef __cplusplus
[[noreturn]]
#else
__attribute__((__noreturn__))
#endif
void __heddle_assert_fail(const char *expr, const char *file, unsigned line, const char *func);
void __heddle_assume(int c);
unsigned __heddle_choose(unsigned n);
void __heddle_atomic_begin(void);
void __heddle_atomic_end(void);
void heddle_trace(const char *format, ...) __attribute__((__format__(__printf__, 1, 2)));
void *heddle_malloc(size_t n);

#define heddle_assert(c)                                                                          \
    ((c) ? (void)0 : __heddle_assert_fail(#c, __FILE__, __LINE__, __func__))
#define heddle_assume(c) __heddle_assume(!!(c))
#define heddle_choose(n) __heddle_choose(n)
#define heddle_atomic_begin() __heddle_atomic_begin()
#define heddle_atomic_end() __heddle_atomic_end()

#else /* a native build */

/*
 * One lock and one generator for the whole program, however many of its files include
 * this header: weak definitions, of which the linker keeps one each.
 */
__attribute__((__weak__)) pthread_mutex_t heddle_native_lock = PTHREAD_MUTEX_INITIALIZER;
__attribute__((__weak__)) __thread unsigned heddle_native_depth;
__attribute__((__weak__)) unsigned long long heddle_native_random;

static inline void heddle_atomic_begin(void)
{
    if (heddle_native_depth++ == 0)
        pthread_mutex_lock(&heddle_native_lock);
}

static inline void heddle_atomic_end(void)
{
    if (--heddle_native_depth == 0)
        pthread_mutex_unlock(&heddle_native_lock);
}

static inline void heddle_native_assert(int c, const char *expr, const char *file, int line,
                                        const char *func)
{
    if (c)
        return;
    fprintf(stderr, "%s:%d: %s: assertion `%s' failed\n", file, line, func, expr);
    abort();
}

static inline void heddle_assume(int c)
{
    if (!c)
        exit(0);
}

/* A linear congruential generator; its upper half is good enough for tests. */
static inline unsigned heddle_choose(unsigned n)
{
    unsigned long long bits;
    heddle_atomic_begin();
    if (heddle_native_random == 0) {
        const char *seed = getenv("HEDDLE_SEED");
        heddle_native_random = seed ? strtoull(seed, NULL, 10) : (unsigned long long)time(NULL);
        heddle_native_random = heddle_native_random * 2 + 1;
    }
    heddle_native_random = heddle_native_random * 6364136223846793005ULL + 1442695040888963407ULL;
    bits = heddle_native_random >> 33;
    heddle_atomic_end();
    return (unsigned)(bits % n);
}

__attribute__((__format__(__printf__, 1, 2))) static inline void heddle_trace(const char *format,
                                                                              ...)
{
    va_list args;
    heddle_atomic_begin();
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    heddle_atomic_end();
}

static inline void *heddle_malloc(size_t n)
{
    void *p = malloc(n ? n : 1);
    if (!p) {
        fputs("heddle_malloc: out of memory\n", stderr);
        abort();
    }
    return p;
}

#define heddle_assert(c) heddle_native_assert(!!(c), #c, __FILE__, __LINE__, __func__)
#define heddle_assume(c) heddle_assume(!!(c))

#endif

#ifdef __cplusplus
}
#endif

#endif
