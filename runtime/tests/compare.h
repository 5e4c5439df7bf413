/*
 * The native comparison of the runtime with the system's libc.
 *
 * The runtime's functions are compiled natively and renamed: `strlen` of the runtime is
 * rt_strlen here. OURS(f) declares one with the type that the system header gives f.
 */
#ifndef COMPARE_H
#define COMPARE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <stddef.h>
#include <stdint.h>

#define OURS(f) extern __typeof__(f) rt_##f

/* Counts and prints a difference; `what` names the call, `input` its arguments. */
void report(const char *what, const char *input, long long ours, long long theirs);

#define SAME(what, input, ours, theirs)                                                           \
    do {                                                                                           \
        long long ours_ = (long long)(ours), theirs_ = (long long)(theirs);                       \
        if (ours_ != theirs_)                                                                      \
            report(what, input, ours_, theirs_);                                                   \
    } while (0)

#define HOLDS(c) SAME(#c, __FILE__, !!(c), 1)

/* The result of a string function as an offset: comparable between two calls. */
static inline long long offset(const void *result, const void *base)
{
    return result ? (const char *)result - (const char *)base : -1;
}

static inline int sign(int x)
{
    return (x > 0) - (x < 0);
}

/* A deterministic source of inputs. */
uint64_t random_bits(void);

static inline unsigned random_below(unsigned n)
{
    return (unsigned)(random_bits() % n);
}

/* A string of less than `size` bytes out of an alphabet. */
void random_string(char *s, size_t size, const char *alphabet);

/* What the runtime wrote since the last call; fd gets where. */
const char *take_output(int *fd);

/* Calls f and comes back when it ends the thread or the process: the value it gave. */
long until_end(void (*f)(void));

/* One for each group of files. */
void compare_string(void);
void compare_wchar(void);
void compare_stdlib(void);
void compare_ctype(void);
void compare_stdio(void);
void compare_scanf(void);
void compare_math(void);
void compare_calendar(void);
void check_threads(void);

#endif
