/*
 * The functions of the software verification competition, and words of other checkers whose
 * meaning is the same.
 *
 * Inputs of up to eight bits are enumerated; wider ones are left open, which the
 * explicit engines refuse when a run depends on one, and the symbolic ones solve.
 * A program that brings its own function of a name gets that, but for the two whose call is
 * the error: there the linker takes these.
 */
#include "internal.h"

#include <stdint.h>
#include <sys/types.h>

/* --- Errors and assumptions ------------------------------------------------ */

void reach_error(void);
void reach_error(void)
{
    __heddle_error_call("reach_error");
}

void __VERIFIER_error(void);
void __VERIFIER_error(void)
{
    __heddle_error_call("__VERIFIER_error");
}

void __VERIFIER_assert(int condition);
void __VERIFIER_assert(int condition)
{
    if (!condition)
        __heddle_assert_fail("__VERIFIER_assert", NULL, 0, NULL);
}

void __VERIFIER_assume(int condition);
void __VERIFIER_assume(int condition)
{
    /* A branch, which goes both ways where the condition is uninitialized. */
    if (!condition)
        __heddle_assume(0);
}

/* Most programs call these without a declaration, with a condition of any type. */
#define ASSUME(name)                                                                              \
    void name(unsigned long long condition);                                                       \
    void name(unsigned long long condition)                                                        \
    {                                                                                              \
        if (!condition)                                                                            \
            __heddle_assume(0);                                                                    \
    }

#define ASSERT(name)                                                                              \
    void name(unsigned long long condition, const char *text);                                     \
    void name(unsigned long long condition, const char *text)                                      \
    {                                                                                              \
        if (!condition)                                                                            \
            __heddle_assert_fail(text, NULL, 0, NULL);                                             \
    }

ASSUME(__CPROVER_assume)
ASSUME(__ESBMC_assume)
ASSERT(__CPROVER_assert)
ASSERT(__ESBMC_assert)

/* The macro's name, in programs that do not include its header. */
void assert(unsigned long long condition);
void assert(unsigned long long condition)
{
    if (!condition)
        __heddle_assert_fail("assert", NULL, 0, NULL);
}

/* A hint for those who unroll loops; heddle finds out by itself. */
void __VERIFIER_loop_bound(int rounds);
void __VERIFIER_loop_bound(int rounds)
{
    (void)rounds;
}

/* --- Atomic sections ------------------------------------------------------- */

#define SECTION(prefix)                                                                           \
    void prefix##_begin(void);                                                                     \
    void prefix##_begin(void)                                                                      \
    {                                                                                              \
        __heddle_atomic_begin();                                                                   \
    }                                                                                              \
    void prefix##_end(void);                                                                       \
    void prefix##_end(void)                                                                        \
    {                                                                                              \
        __heddle_atomic_end();                                                                     \
    }

SECTION(__VERIFIER_atomic)
SECTION(__CPROVER_atomic)
SECTION(__ESBMC_atomic)

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

/* An input has two names. */
#define INPUT(name, type, value)                                                                  \
    type __VERIFIER_nondet_##name(void);                                                           \
    type __VERIFIER_nondet_##name(void)                                                            \
    {                                                                                              \
        return value;                                                                              \
    }                                                                                              \
    type nondet_##name(void);                                                                      \
    type nondet_##name(void)                                                                       \
    {                                                                                              \
        return value;                                                                              \
    }

#define ENUMERATED(name, type, count) INPUT(name, type, (type)__heddle_choose(count))
#define OPEN(name, type) INPUT(name, type, (type)open_bits(8 * sizeof(type)))
#define OPEN_POINTER(name, type) INPUT(name, type, (type)__heddle_nondet(8 * sizeof(type)))

ENUMERATED(bool, _Bool, 2)
ENUMERATED(_Bool, _Bool, 2)
ENUMERATED(char, char, 256)
ENUMERATED(schar, signed char, 256)
ENUMERATED(signed_char, signed char, 256)
ENUMERATED(uchar, unsigned char, 256)
ENUMERATED(unsigned_char, unsigned char, 256)
ENUMERATED(s8, signed char, 256)
ENUMERATED(u8, unsigned char, 256)

OPEN(short, short)
OPEN(ushort, unsigned short)
OPEN(unsigned_short, unsigned short)
OPEN(int, int)
OPEN(uint, unsigned)
OPEN(unsigned, unsigned)
OPEN(unsigned_int, unsigned)
OPEN(long, long)
OPEN(ulong, unsigned long)
OPEN(unsigned_long, unsigned long)
OPEN(longlong, long long)
OPEN(ulonglong, unsigned long long)
OPEN(s16, int16_t)
OPEN(u16, uint16_t)
OPEN(s32, int32_t)
OPEN(u32, uint32_t)
OPEN(s64, int64_t)
OPEN(u64, uint64_t)
OPEN(size_t, size_t)
OPEN(ssize_t, ssize_t)
OPEN(ptrdiff_t, ptrdiff_t)
OPEN(loff_t, long long)
OPEN(sector_t, unsigned long)

OPEN_POINTER(pointer, void *)
OPEN_POINTER(pchar, char *)
OPEN_POINTER(charp, char *)
OPEN_POINTER(const_char_pointer, const char *)

#ifdef __SIZEOF_INT128__
static unsigned __int128 open_wide(void)
{
    unsigned __int128 high = open_bits(64);
    return high << 64 | open_bits(64);
}

INPUT(int128, __int128, (__int128)open_wide())
INPUT(uint128, unsigned __int128, open_wide())
#endif

static float open_float(void)
{
    uint32_t bits = (uint32_t)open_bits(32);
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

static double open_double(void)
{
    uint64_t bits = open_bits(64);
    double value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

INPUT(float, float, open_float())
INPUT(double, double, open_double())

void __VERIFIER_nondet_memory(void *p, size_t n);
void __VERIFIER_nondet_memory(void *p, size_t n)
{
    for (unsigned char *byte = p; n; n--)
        *byte++ = (unsigned char)__heddle_nondet(8);
}
