/*
 * The functions of <math.h> that can be done exactly in C; the machine has the rest
 * (see shims.h). Those of float go through double where that is exact: the result of one
 * rounding to double and one to float is the same as of the latter alone.
 *
 * Functions of long double, and erf, gamma and Bessel functions, are not modelled, but for a few
 * values of which the C++ library asks.
 */
#include "internal.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>

/* The system headers make macros of these. */
#undef isinf
#undef isnan

static uint64_t bits_of(double x)
{
    uint64_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits)
{
    double x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

static uint32_t bits_of_float(float x)
{
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

static float float_from_bits(uint32_t bits)
{
    float x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

#define SIGN_BIT (1ULL << 63)
#define EXPONENT_MASK 0x7FFULL
#define EXPONENT_SHIFT 52
#define EXPONENT_BIAS 1023

/* The exponent as it is stored: 0 for zeros and subnormals, 0x7FF for what is not finite. */
static int stored_exponent(double x)
{
    return (int)(bits_of(x) >> EXPONENT_SHIFT & EXPONENT_MASK);
}

static double with_exponent(double x, int stored)
{
    uint64_t rest = bits_of(x) & ~(EXPONENT_MASK << EXPONENT_SHIFT);
    return from_bits(rest | (uint64_t)stored << EXPONENT_SHIFT);
}

/* --- Classes --------------------------------------------------------------- */

int __fpclassify(double x)
{
    uint64_t magnitude = bits_of(x) & ~SIGN_BIT;
    switch (stored_exponent(x)) {
    case 0:
        return magnitude ? FP_SUBNORMAL : FP_ZERO;
    case 0x7FF:
        return magnitude << (64 - EXPONENT_SHIFT) ? FP_NAN : FP_INFINITE;
    default:
        return FP_NORMAL;
    }
}

int __fpclassifyf(float x)
{
    uint32_t magnitude = bits_of_float(x) & 0x7FFFFFFF;
    if (magnitude && magnitude < 0x00800000)
        return FP_SUBNORMAL;
    return __fpclassify(x);
}

int __signbit(double x)
{
    return (bits_of(x) & SIGN_BIT) != 0;
}

int __signbitf(float x)
{
    return __signbit(x);
}

int __isnan(double x)
{
    return x != x;
}

int __isnanf(float x)
{
    return x != x;
}

/* The sign tells which infinity it is. */
int __isinf(double x)
{
    return x == INFINITY ? 1 : x == -INFINITY ? -1 : 0;
}

int __isinff(float x)
{
    return __isinf(x);
}

int __finite(double x)
{
    return stored_exponent(x) != 0x7FF;
}

int __finitef(float x)
{
    return __finite(x);
}

int isnan(double x)
{
    return x != x;
}

int isinf(double x)
{
    return __isinf(x);
}

int finite(double x)
{
    return __finite(x);
}

double nan(const char *payload)
{
    (void)payload;
    return NAN;
}

float nanf(const char *payload)
{
    (void)payload;
    return NAN;
}

/* --- Choosing and signs ---------------------------------------------------- */

double fmin(double x, double y)
{
    return x != x ? y : y != y || x < y ? x : y;
}

double fmax(double x, double y)
{
    return x != x ? y : y != y || x > y ? x : y;
}

double fdim(double x, double y)
{
    return x <= y ? 0 : x - y;
}

double copysign(double x, double y)
{
    return from_bits((bits_of(x) & ~SIGN_BIT) | (bits_of(y) & SIGN_BIT));
}

float fminf(float x, float y)
{
    return (float)fmin(x, y);
}

float fmaxf(float x, float y)
{
    return (float)fmax(x, y);
}

float fdimf(float x, float y)
{
    return (float)fdim(x, y);
}

float copysignf(float x, float y)
{
    return (float)copysign(x, y);
}

/* --- Mantissa and exponent ------------------------------------------------- */

double frexp(double x, int *exponent)
{
    int stored = stored_exponent(x), shift = 0;
    *exponent = 0;
    if (x == 0 || stored == 0x7FF)
        return x;
    if (stored == 0) {
        x *= 0x1p64;
        shift = 64;
        stored = stored_exponent(x);
    }
    *exponent = stored - (EXPONENT_BIAS - 1) - shift;
    return with_exponent(x, EXPONENT_BIAS - 1);
}

/* Rounds once, in the last product, where the result is subnormal. */
static double scale(double x, long n)
{
    int exponent;
    double mantissa = frexp(x, &exponent);
    if (x == 0 || !__finite(x))
        return x;
    if (n > 5000)
        n = 5000;
    if (n < -5000)
        n = -5000;
    long stored = exponent + n + (EXPONENT_BIAS - 1);
    if (stored >= 0x7FF)
        return copysign(INFINITY, x);
    if (stored > 0)
        return with_exponent(mantissa, (int)stored);
    if (stored < -64)
        return copysign(0, x);
    return with_exponent(mantissa, (int)stored + 65) * 0x1p-65;
}

double ldexp(double x, int n)
{
    return scale(x, n);
}

double scalbn(double x, int n)
{
    return scale(x, n);
}

double scalbln(double x, long n)
{
    return scale(x, n);
}

double modf(double x, double *whole)
{
    *whole = trunc(x);
    return copysign(__isinf(x) ? 0 : x - *whole, x);
}

int ilogb(double x)
{
    int exponent;
    if (x == 0)
        return FP_ILOGB0;
    if (x != x)
        return FP_ILOGBNAN;
    if (!__finite(x))
        return INT_MAX;
    frexp(x, &exponent);
    return exponent - 1;
}

double logb(double x)
{
    if (x == 0)
        return -INFINITY;
    return __finite(x) ? ilogb(x) : x * x;
}

float frexpf(float x, int *exponent)
{
    return (float)frexp(x, exponent);
}

float ldexpf(float x, int n)
{
    return (float)scale(x, n);
}

float scalbnf(float x, int n)
{
    return (float)scale(x, n);
}

float scalblnf(float x, long n)
{
    return (float)scale(x, n);
}

float modff(float x, float *whole)
{
    double w;
    float fraction = (float)modf(x, &w);
    *whole = (float)w;
    return fraction;
}

int ilogbf(float x)
{
    return ilogb(x);
}

float logbf(float x)
{
    return (float)logb(x);
}

/* --- To integers ----------------------------------------------------------- */

long lround(double x)
{
    return (long)round(x);
}

long long llround(double x)
{
    return (long long)round(x);
}

long lrint(double x)
{
    return (long)rint(x);
}

long long llrint(double x)
{
    return (long long)rint(x);
}

long lroundf(float x)
{
    return (long)round(x);
}

long long llroundf(float x)
{
    return (long long)round(x);
}

long lrintf(float x)
{
    return (long)rint(x);
}

long long llrintf(float x)
{
    return (long long)rint(x);
}

/* --- Remainders ------------------------------------------------------------ */

/*
 * x - n * y for the integer n nearest to x / y (the even one of two); the last three
 * bits of n, with its sign, go to *quotient. Each subtraction is exact: its result is
 * smaller than what is subtracted.
 */
double remquo(double x, double y, int *quotient)
{
    double r = fabs(x), d = fabs(y);
    int n = 0;
    *quotient = 0;
    if (!__finite(x) || y != y || y == 0)
        return NAN;
    if (__finite(y)) {
        if (__finite(8 * d))
            r = fmod(r, 8 * d);
        for (int k = 4; k; k /= 2) {
            if (r >= k * d) {
                r -= k * d;
                n += k;
            }
        }
        if (r > d - r || (r == d - r && n % 2)) {
            r -= d;
            n++;
        }
    }
    *quotient = __signbit(x) != __signbit(y) ? -(n & 7) : n & 7;
    return __signbit(x) ? -r : r;
}

double remainder(double x, double y)
{
    int quotient;
    return remquo(x, y, &quotient);
}

double drem(double x, double y)
{
    return remainder(x, y);
}

float remquof(float x, float y, int *quotient)
{
    return (float)remquo(x, y, quotient);
}

float remainderf(float x, float y)
{
    return (float)remainder(x, y);
}

/* --- Neighbours ------------------------------------------------------------ */

/* The numbers of one sign are in the order of their bits. */
double nextafter(double x, double y)
{
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        return copysign(0x1p-1074, y);
    return from_bits((x < y) == (x > 0) ? bits_of(x) + 1 : bits_of(x) - 1);
}

float nextafterf(float x, float y)
{
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        return copysignf(0x1p-149f, y);
    uint32_t bits = bits_of_float(x);
    return float_from_bits((x < y) == (x > 0) ? bits + 1 : bits - 1);
}

/* --- Others ---------------------------------------------------------------- */

/* Instructions of the machine. */
double fma(double x, double y, double z)
{
    return __builtin_fma(x, y, z);
}

float fmaf(float x, float y, float z)
{
    return __builtin_fmaf(x, y, z);
}

double exp10(double x)
{
    return pow(10, x);
}

void sincos(double x, double *sine, double *cosine)
{
    *sine = sin(x);
    *cosine = cos(x);
}

/* The machine computes this one itself. */
long double sqrtl(long double x)
{
    return __builtin_sqrtl(x);
}

void __heddle_unmodelled_logarithm_of_a_long_double(void);

/*
 * Of powers of two: engines of random numbers ask how many bits they give. Some that
 * are in use give another number of values, and are refused.
 */
long double logl(long double x)
{
    const long double log_2 = 0xB.17217F7D1CF79ACp-4L;
    const uint64_t one = 1ULL << 63;
    struct {
        uint64_t fraction;
        uint16_t exponent;
    } parts;
    __builtin_memcpy(&parts.fraction, &x, sizeof parts.fraction);
    __builtin_memcpy(&parts.exponent, (char *)&x + sizeof parts.fraction, sizeof parts.exponent);
    if (parts.fraction != one || parts.exponent > INT16_MAX)
        __heddle_unmodelled_logarithm_of_a_long_double();
    return (parts.exponent - 0x3FFF) * log_2;
}
