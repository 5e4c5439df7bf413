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
 *   heddle_thread(f, arg)   starts a thread that calls f(arg), of type void *(void *); it
 *                           ends with the process, as a detached one
 *
 * What is to be true, and what is worth looking at:
 *
 *   heddle_invariant(f)     int f(void) is not zero in any state from here on
 *   heddle_metric(&v)       a search that goes for the best state first (--order best)
 *                           takes the one with the greatest v, a static integer
 *
 * Which states are the same. Everything here is in every state that heddle goes back to,
 * but two states that differ in nothing else are one, and only one of them is explored.
 * So a proof is one only if what is hidden makes no difference to what is checked:
 *
 *   heddle_unmatched(p, n)  the n bytes at p, static or heap memory, are not compared
 *   heddle_hash(p, n, f)    of the n bytes at p, what f(p, n) returns is compared; f is
 *                           of type unsigned long (const void *, size_t)
 *   heddle_abstraction(f)   void f(void) computes an abstract state from the variables
 *                           (most of which are unmatched then) into heddle_abs, which is
 *                           compared. It is called after each step that changed something
 *                           that it reads, and finds heddle_abs zero.
 *   heddle_abs              unsigned char [64]
 *
 * What runs as a whole are like: temporal formulas, over propositions with names.
 *
 *   LTL(name, "formula")    all runs satisfy the formula, a string constant; outside of
 *                           functions
 *   ap(P)                   P holds in one state, the one after this call
 *   ap_set(P, v)            P holds from here on if v is not zero, and does not otherwise
 *   ap_global(P, f, ...)    P holds wherever f of the values of these static variables (at
 *                           most four, of the types that f takes) is not zero
 *   ap_local(P, f, ...)     the same for variables of this function, until it returns; P
 *                           holds if it does so in any call that has said so, whatever
 *                           thread it is on
 *   heddle_progress()       something useful was done: what --property livelock looks for
 *                           is a run that comes here no more
 *
 * heddle calls the functions of invariants, propositions, hashes and abstractions in states of the
 * program, as if on a thread of its own. They may read whatever the program could and
 * write their own local variables (an abstraction: heddle_abs, too); what they must not do,
 * such as to write, to allocate, to lock or to print, is refused with its place.
 *
 * The same source compiles and runs without heddle, in C from C99 on and in C++, with
 * nothing to link but -lpthread: a failed assertion aborts, a failed assumption ends the
 * process quietly, a choice is random (HEDDLE_SEED in the environment repeats a run),
 * atomic sections exclude each other, threads are detached, and messages go to standard
 * error. What is said about invariants, metrics and states means nothing there.
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
void heddle_thread(void *(*f)(void *), void *arg);
void __heddle_invariant(int (*f)(void));
void __heddle_metric(const void *p, size_t n);
void __heddle_unmatched(const void *p, size_t n);
void __heddle_hash(const void *p, size_t n, unsigned long (*f)(const void *, size_t));
void __heddle_abstraction(void (*f)(void));
void __heddle_ap(const char *name);
void __heddle_ap_set(const char *name, int value);
void __heddle_ap_global(const char *name, void (*f)(void), unsigned long n, ...);
/* Like setjmp, it keeps its caller from becoming a part of another function. */
void __heddle_ap_local(const char *name, void (*f)(void), unsigned long n, ...)
    __attribute__((__returns_twice__));
void __heddle_progress(void);
extern unsigned char heddle_abs[64];

#define heddle_assert(c)                                                                          \
    ((c) ? (void)0 : __heddle_assert_fail(#c, __FILE__, __LINE__, __func__))
#define heddle_assume(c) ((c) ? (void)0 : __heddle_assume(0))
#define heddle_choose(n) __heddle_choose(n)
#define heddle_atomic_begin() __heddle_atomic_begin()
#define heddle_atomic_end() __heddle_atomic_end()
#define heddle_invariant(f) __heddle_invariant(f)
#define heddle_metric(p) __heddle_metric((p), sizeof *(p))
#define heddle_unmatched(p, n) __heddle_unmatched((p), (n))
#define heddle_hash(p, n, f) __heddle_hash((p), (n), (f))
#define heddle_abstraction(f) __heddle_abstraction(f)
#define heddle_progress() __heddle_progress()

/* The names are kept as variables, so that heddle knows them without running anything. */
#define __HEDDLE_NAMED(P, call)                                                                   \
    do {                                                                                          \
        static const char __heddle_ap_##P[] = #P;                                                 \
        call;                                                                                     \
    } while (0)
#define __HEDDLE_VAR(v) , (const void *)&(v), (unsigned long)sizeof(v)
#define __HEDDLE_VARS1(a) __HEDDLE_VAR(a)
#define __HEDDLE_VARS2(a, b) __HEDDLE_VAR(a) __HEDDLE_VAR(b)
#define __HEDDLE_VARS3(a, b, c) __HEDDLE_VARS2(a, b) __HEDDLE_VAR(c)
#define __HEDDLE_VARS4(a, b, c, d) __HEDDLE_VARS3(a, b, c) __HEDDLE_VAR(d)
#define __HEDDLE_FIFTH(a, b, c, d, e, ...) e
#define __HEDDLE_COUNT(...) __HEDDLE_FIFTH(__VA_ARGS__, 4, 3, 2, 1, )
#define __HEDDLE_JOIN(a, b) a##b
#define __HEDDLE_CALL(name, ...) name(__VA_ARGS__)
#define __HEDDLE_VARS(n, ...) __HEDDLE_CALL(__HEDDLE_JOIN(__HEDDLE_VARS, n), __VA_ARGS__)
#define __HEDDLE_CLAIM(kind, P, f, n, ...)                                                        \
    __HEDDLE_NAMED(P, __heddle_ap_##kind(__heddle_ap_##P, (void (*)(void))(f),                    \
                                         (unsigned long)n __HEDDLE_VARS(n, __VA_ARGS__)))
#define __HEDDLE_CLAIMS(kind, P, f, n, ...) __HEDDLE_CLAIM(kind, P, f, n, __VA_ARGS__)

#define LTL(name, formula) static const char __heddle_ltl_##name[] __attribute__((used)) = formula
#define ap(P) __HEDDLE_NAMED(P, __heddle_ap(__heddle_ap_##P))
#define ap_set(P, v) __HEDDLE_NAMED(P, __heddle_ap_set(__heddle_ap_##P, !!(v)))
#define ap_global(P, f, ...)                                                                      \
    __HEDDLE_CLAIMS(global, P, f, __HEDDLE_COUNT(__VA_ARGS__), __VA_ARGS__)
#define ap_local(P, f, ...)                                                                       \
    __HEDDLE_CLAIMS(local, P, f, __HEDDLE_COUNT(__VA_ARGS__), __VA_ARGS__)

#else /* a native build */

/*
 * One lock and one generator for the whole program, however many of its files include
 * this header: weak definitions, of which the linker keeps one each.
 */
__attribute__((__weak__)) pthread_mutex_t heddle_native_lock = PTHREAD_MUTEX_INITIALIZER;
__attribute__((__weak__)) __thread unsigned heddle_native_depth;
__attribute__((__weak__)) unsigned long long heddle_native_random;
__attribute__((__weak__)) unsigned char heddle_abs[64];

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

static inline void heddle_thread(void *(*f)(void *), void *arg)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, f, arg) != 0) {
        fputs("heddle_thread: no thread can be started\n", stderr);
        abort();
    }
    pthread_detach(thread);
}

#define heddle_invariant(f) ((void)(f))
#define heddle_metric(p) ((void)(p))
#define heddle_unmatched(p, n) ((void)(p), (void)(n))
#define heddle_hash(p, n, f) ((void)(p), (void)(n), (void)(f))
#define heddle_abstraction(f) ((void)(f))
#define heddle_progress() ((void)0)
#define LTL(name, formula) struct heddle_ltl_##name
#define ap(P) ((void)0)
#define ap_set(P, v) ((void)(v))
#define ap_global(P, f, ...) ((void)(f))
#define ap_local(P, f, ...) ((void)(f))
#define heddle_assert(c) heddle_native_assert(!!(c), #c, __FILE__, __LINE__, __func__)
#define heddle_assume(c) heddle_assume(!!(c))

#endif

#ifdef __cplusplus
}
#endif

#endif
