/*
 * Complex numbers: their polar coordinates, and products and quotients, which clang calls for.
 *
 * The result of these is that of the schoolbook formula, and where that is not a number although an
 * infinity or a zero divisor is involved, the infinity or zero that Annex G of the C standard asks for.
 * Those of float go through double. Those of long double are not modelled.
 */
#include "internal.h"

#include <complex.h>
#include <math.h>

#undef complex
typedef double _Complex complex;

static complex make(double re, double im)
{
    complex z;
    __real__ z = re;
    __imag__ z = im;
    return z;
}

/* A point on the unit square for an infinite part, else a signed zero. */
static double box(double x)
{
    return copysign(__builtin_isinf(x) ? 1 : 0, x);
}

static double no_nan(double x)
{
    return x != x ? copysign(0, x) : x;
}

static int is_infinite(double re, double im)
{
    return __builtin_isinf(re) || __builtin_isinf(im);
}

static int is_finite(double re, double im)
{
    return __builtin_isfinite(re) && __builtin_isfinite(im);
}

complex __muldc3(double a, double b, double c, double d);
complex __muldc3(double a, double b, double c, double d)
{
    double re = a * c - b * d, im = a * d + b * c;
    if (re == re || im == im)
        return make(re, im);

    int is_large = 0;
    if (is_infinite(a, b)) {
        a = box(a), b = box(b);
        c = no_nan(c), d = no_nan(d);
        is_large = 1;
    }
    if (is_infinite(c, d)) {
        c = box(c), d = box(d);
        a = no_nan(a), b = no_nan(b);
        is_large = 1;
    }
    if (!is_large && (is_infinite(a * c, b * d) || is_infinite(a * d, b * c))) {
        a = no_nan(a), b = no_nan(b);
        c = no_nan(c), d = no_nan(d);
        is_large = 1;
    }
    if (!is_large)
        return make(re, im);
    return make(INFINITY * (a * c - b * d), INFINITY * (a * d + b * c));
}

complex __divdc3(double a, double b, double c, double d);
complex __divdc3(double a, double b, double c, double d)
{
    /* Scaled so that the square of the divisor neither overflows nor vanishes. */
    int shift = 0;
    double size = logb(fmax(fabs(c), fabs(d)));
    if (__builtin_isfinite(size)) {
        shift = -(int)size;
        c = scalbn(c, shift);
        d = scalbn(d, shift);
    }
    double square = c * c + d * d;
    double re = scalbn((a * c + b * d) / square, shift);
    double im = scalbn((b * c - a * d) / square, shift);
    if (re == re || im == im)
        return make(re, im);

    if (square == 0 && (a == a || b == b))
        return make(copysign(INFINITY, c) * a, copysign(INFINITY, c) * b);
    if (is_infinite(a, b) && is_finite(c, d)) {
        a = box(a), b = box(b);
        return make(INFINITY * (a * c + b * d), INFINITY * (b * c - a * d));
    }
    if (is_infinite(c, d) && is_finite(a, b)) {
        c = box(c), d = box(d);
        return make(0 * (a * c + b * d), 0 * (b * c - a * d));
    }
    return make(re, im);
}

float _Complex __mulsc3(float a, float b, float c, float d);
float _Complex __mulsc3(float a, float b, float c, float d)
{
    return (float _Complex)__muldc3(a, b, c, d);
}

float _Complex __divsc3(float a, float b, float c, float d);
float _Complex __divsc3(float a, float b, float c, float d)
{
    return (float _Complex)__divdc3(a, b, c, d);
}

double cabs(complex z)
{
    return hypot(__real__ z, __imag__ z);
}

float cabsf(float _Complex z)
{
    return hypotf(__real__ z, __imag__ z);
}

double carg(complex z)
{
    return atan2(__imag__ z, __real__ z);
}

float cargf(float _Complex z)
{
    return atan2f(__imag__ z, __real__ z);
}
