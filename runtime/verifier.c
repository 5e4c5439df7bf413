/*
 * The functions of the software verification competition.
 *
 * Inputs of up to eight bits are enumerated; wider ones are left open, which the
 * explicit engines refuse when a run depends on one, and the symbolic ones solve.
 * Most programs bring their own reach_error and __VERIFIER_assert; theirs win.
 */
#include "internal.h"

#include <stdint.h>
#include <sys/types.h>

/* --- Errors and assumptions ------------------------------------------------ */

void reach_error(void);
__attribute__((weak)) void reach_error(void)
{
    __heddle_assert_fail("reach_error() is reached", NULL, 0, NULL);
}

void __VERIFIER_error(void);
void __VERIFIER_error(void)
{
    __heddle_assert_fail("__VERIFIER_error() is reached", NULL, 0, NULL);
}

void __VERIFIER_assert(int condition);
__attribute__((weak)) void __VERIFIER_assert(int condition)
{
    if (!condition)
        __heddle_assert_fail("__VERIFIER_assert", NULL, 0, NULL);
}

void __VERIFIER_assume(int condition);
void __VERIFIER_assume(int condition)
{
    __heddle_assume(condition);
}

/* --- Atomic sections ------------------------------------------------------- */

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_begin(void)
{
    __heddle_atomic_begin();
}

void __VERIFIER_atomic_end(void);
void __VERIFIER_atomic_end(void)
{
    __heddle_atomic_end();
}

/* --- Inputs ---------------------------------------------------------------- */

/* As many bits as asked for, out of as many shims as that takes. */
static unsigned long long open_bits(unsigned bits)
{
    unsigned word = 8 * sizeof(long);
    unsigned long long value = __heddle_nondet(bits < word ? bits : word);
    if (bits > word)
        value |= (unsigned long long)__heddle_nondet(bits - word) << (word & 63);
    return value;
}

#define ENUMERATED(name, type, count)                                                             \
    type __VERIFIER_nondet_##name(void);                                                          \
    type __VERIFIER_nondet_##name(void)                                                           \
    {                                                                                              \
        return (type)__heddle_choose(count);                                                       \
    }

#define OPEN(name, type)                                                                          \
    type __VERIFIER_nondet_##name(void);                                                          \
    type __VERIFIER_nondet_##name(void)                                                           \
    {                                                                                              \
        return (type)open_bits(8 * sizeof(type));                                                  \
    }

ENUMERATED(bool, _Bool, 2)
ENUMERATED(char, char, 256)
ENUMERATED(schar, signed char, 256)
ENUMERATED(uchar, unsigned char, 256)
ENUMERATED(unsigned_char, unsigned char, 256)
ENUMERATED(u8, unsigned char, 256)

OPEN(short, short)
OPEN(ushort, unsigned short)
OPEN(int, int)
OPEN(uint, unsigned)
OPEN(unsigned, unsigned)
OPEN(unsigned_int, unsigned)
OPEN(long, long)
OPEN(ulong, unsigned long)
OPEN(unsigned_long, unsigned long)
OPEN(longlong, long long)
OPEN(ulonglong, unsigned long long)
OPEN(u16, uint16_t)
OPEN(u32, uint32_t)
OPEN(u64, uint64_t)
OPEN(size_t, size_t)
OPEN(ssize_t, ssize_t)
OPEN(loff_t, long long)
OPEN(sector_t, unsigned long)

#define OPEN_POINTER(name, type)                                                                  \
    type __VERIFIER_nondet_##name(void);                                                          \
    type __VERIFIER_nondet_##name(void)                                                           \
    {                                                                                              \
        return (type)__heddle_nondet(8 * sizeof(type));                                            \
    }

OPEN_POINTER(pointer, void *)
OPEN_POINTER(pchar, char *)
OPEN_POINTER(charp, char *)
OPEN_POINTER(const_char_pointer, const char *)

#ifdef __SIZEOF_INT128__
#define OPEN_WIDE(name, type)                                                                     \
    type __VERIFIER_nondet_##name(void);                                                          \
    type __VERIFIER_nondet_##name(void)                                                           \
    {                                                                                              \
        unsigned __int128 high = open_bits(64);                                                    \
        return (type)(high << 64 | open_bits(64));                                                 \
    }

OPEN_WIDE(int128, __int128)
OPEN_WIDE(uint128, unsigned __int128)
#endif

float __VERIFIER_nondet_float(void);
float __VERIFIER_nondet_float(void)
{
    uint32_t bits = (uint32_t)open_bits(32);
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

double __VERIFIER_nondet_double(void);
double __VERIFIER_nondet_double(void)
{
    uint64_t bits = open_bits(64);
    double value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

void __VERIFIER_nondet_memory(void *p, size_t n);
void __VERIFIER_nondet_memory(void *p, size_t n)
{
    for (unsigned char *byte = p; n; n--)
        *byte++ = (unsigned char)__heddle_nondet(8);
}
