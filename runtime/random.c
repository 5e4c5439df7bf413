/*
 * Pseudo-random numbers: deterministic, from a seed of 1 unless the program sets one.
 *
 * A program that asks for all outcomes uses heddle_choose. rand and random share one
 * word of state and are atomic, as glibc's are; the drand48 family is the generator
 * that POSIX writes down, with 48 bits of state.
 */
#include "internal.h"

#include <stdint.h>
#include <stdlib.h>

/* One step of a full-period generator of 32 bits, and 31 well-mixed bits of it. */
static int next_random(uint32_t *state)
{
    *state = *state * 747796405u + 2891336453u;
    uint32_t word = *state;
    word = ((word >> ((word >> 28) + 4)) ^ word) * 277803737u;
    return (int)((word ^ (word >> 22)) >> 1);
}

static uint32_t random_state = 1;

static int shared_random(void)
{
    __heddle_atomic_begin();
    int value = next_random(&random_state);
    __heddle_atomic_end();
    return value;
}

static void seed_random(unsigned seed)
{
    __heddle_atomic_begin();
    random_state = seed;
    __heddle_atomic_end();
}

int rand(void)
{
    return shared_random();
}

void srand(unsigned seed)
{
    seed_random(seed);
}

long random(void)
{
    return shared_random();
}

void srandom(unsigned seed)
{
    seed_random(seed);
}

int rand_r(unsigned *state)
{
    return next_random(state);
}

/* --- The 48-bit generator -------------------------------------------------- */

static unsigned short shared48[3];

static uint64_t next48(unsigned short x[3])
{
    uint64_t value = (uint64_t)x[2] << 32 | (uint64_t)x[1] << 16 | x[0];
    value = (value * 0x5DEECE66D + 0xB) & 0xFFFFFFFFFFFF;
    x[0] = (unsigned short)value;
    x[1] = (unsigned short)(value >> 16);
    x[2] = (unsigned short)(value >> 32);
    return value;
}

static uint64_t next_shared48(void)
{
    __heddle_atomic_begin();
    uint64_t value = next48(shared48);
    __heddle_atomic_end();
    return value;
}

static double as_fraction(uint64_t value)
{
    return (double)value / 281474976710656.0; /* 2^48 */
}

/* The upper 32 bits, as a signed number. */
static long as_signed(uint64_t value)
{
    return (int32_t)(value >> 16);
}

static long as_unsigned(uint64_t value)
{
    return (long)(value >> 17);
}

double drand48(void)
{
    return as_fraction(next_shared48());
}

double erand48(unsigned short x[3])
{
    return as_fraction(next48(x));
}

long lrand48(void)
{
    return as_unsigned(next_shared48());
}

long nrand48(unsigned short x[3])
{
    return as_unsigned(next48(x));
}

long mrand48(void)
{
    return as_signed(next_shared48());
}

long jrand48(unsigned short x[3])
{
    return as_signed(next48(x));
}

void srand48(long seed)
{
    __heddle_atomic_begin();
    shared48[0] = 0x330E;
    shared48[1] = (unsigned short)seed;
    shared48[2] = (unsigned short)((unsigned long)seed >> 16);
    __heddle_atomic_end();
}
