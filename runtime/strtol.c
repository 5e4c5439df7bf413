/*
 * Numbers from strings: strtol and its kin, and strtod's kin on the native strtod.
 *
 * One scanner finds sign and magnitude; each function only fits the result into its
 * type. The __isoc23 names are what newer headers call: they also take "0b101".
 */
#include "internal.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

struct number {
    unsigned long long magnitude;
    int negative;
    int overflow; /* the magnitude does not fit; it is then ULLONG_MAX */
};

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    int lower = heddle_lower((unsigned char)c);
    return lower >= 'a' && lower <= 'z' ? lower - 'a' + 10 : INT_MAX;
}

/* Is there a prefix "0x" (or "0b") here that a digit of that base follows? */
static int has_prefix(const char *s, char letter, int base)
{
    return s[0] == '0' && heddle_lower((unsigned char)s[1]) == letter && digit_value(s[2]) < base;
}

static struct number scan(const char *s, char **end, int base, int binary)
{
    struct number result = {0, 0, 0};
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return result;
    }
    if (end)
        *end = (char *)s;
    while (heddle_is_space((unsigned char)*s))
        s++;
    if (*s == '-' || *s == '+')
        result.negative = *s++ == '-';

    if ((base == 0 || base == 16) && has_prefix(s, 'x', 16)) {
        s += 2;
        base = 16;
    } else if (binary && (base == 0 || base == 2) && has_prefix(s, 'b', 2)) {
        s += 2;
        base = 2;
    } else if (base == 0) {
        base = *s == '0' ? 8 : 10;
    }

    const char *digits = s;
    for (; digit_value(*s) < base; s++) {
        unsigned long long grown;
        if (__builtin_mul_overflow(result.magnitude, (unsigned long long)base, &grown) ||
            __builtin_add_overflow(grown, (unsigned long long)digit_value(*s), &grown)) {
            result.overflow = 1;
            grown = ULLONG_MAX;
        }
        result.magnitude = result.overflow ? ULLONG_MAX : grown;
    }
    if (end && s != digits)
        *end = (char *)s;
    return result;
}

static long long fit_signed(struct number n, long long min, long long max)
{
    unsigned long long limit = (unsigned long long)max + (n.negative ? 1 : 0);
    if (n.overflow || n.magnitude > limit) {
        errno = ERANGE;
        return n.negative ? min : max;
    }
    return (long long)(n.negative ? -n.magnitude : n.magnitude);
}

static unsigned long long fit_unsigned(struct number n, unsigned long long max)
{
    if (n.overflow || n.magnitude > max) {
        errno = ERANGE;
        return max;
    }
    return n.negative ? -n.magnitude : n.magnitude;
}

#define SIGNED(name, type, min, max, binary)                                                      \
    type name(const char *restrict s, char **restrict end, int base)                              \
    {                                                                                              \
        return (type)fit_signed(scan(s, end, base, binary), min, max);                            \
    }
#define UNSIGNED(name, type, max, binary)                                                         \
    type name(const char *restrict s, char **restrict end, int base)                              \
    {                                                                                              \
        return (type)fit_unsigned(scan(s, end, base, binary), max);                               \
    }

SIGNED(strtol, long, LONG_MIN, LONG_MAX, 0)
SIGNED(strtoll, long long, LLONG_MIN, LLONG_MAX, 0)
SIGNED(strtoimax, intmax_t, INTMAX_MIN, INTMAX_MAX, 0)
SIGNED(strtoq, long long, LLONG_MIN, LLONG_MAX, 0)
UNSIGNED(strtoul, unsigned long, ULONG_MAX, 0)
UNSIGNED(strtoull, unsigned long long, ULLONG_MAX, 0)
UNSIGNED(strtoumax, uintmax_t, UINTMAX_MAX, 0)
UNSIGNED(strtouq, unsigned long long, ULLONG_MAX, 0)

long __isoc23_strtol(const char *restrict, char **restrict, int);
long long __isoc23_strtoll(const char *restrict, char **restrict, int);
intmax_t __isoc23_strtoimax(const char *restrict, char **restrict, int);
unsigned long __isoc23_strtoul(const char *restrict, char **restrict, int);
unsigned long long __isoc23_strtoull(const char *restrict, char **restrict, int);
uintmax_t __isoc23_strtoumax(const char *restrict, char **restrict, int);

SIGNED(__isoc23_strtol, long, LONG_MIN, LONG_MAX, 1)
SIGNED(__isoc23_strtoll, long long, LLONG_MIN, LLONG_MAX, 1)
SIGNED(__isoc23_strtoimax, intmax_t, INTMAX_MIN, INTMAX_MAX, 1)
UNSIGNED(__isoc23_strtoul, unsigned long, ULONG_MAX, 1)
UNSIGNED(__isoc23_strtoull, unsigned long long, ULLONG_MAX, 1)
UNSIGNED(__isoc23_strtoumax, uintmax_t, UINTMAX_MAX, 1)

int atoi(const char *s)
{
    return (int)strtol(s, NULL, 10);
}

long atol(const char *s)
{
    return strtol(s, NULL, 10);
}

long long atoll(const char *s)
{
    return strtoll(s, NULL, 10);
}

/* --- Floating point -------------------------------------------------------- */

double strtod(const char *restrict s, char **restrict end)
{
    return __heddle_strtod(s, end);
}

/* Rounds twice, through double: the last bit may differ where that is a tie. */
float strtof(const char *restrict s, char **restrict end)
{
    return (float)__heddle_strtod(s, end);
}

/* Has the precision of double. */
long double strtold(const char *restrict s, char **restrict end)
{
    return __heddle_strtod(s, end);
}

double atof(const char *s)
{
    return __heddle_strtod(s, NULL);
}
