/* math.c against the system's, bit by bit. */
#include "compare.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

OURS(fmin); OURS(fmax); OURS(fdim); OURS(copysign); OURS(frexp); OURS(ldexp); OURS(scalbn);
OURS(scalbln); OURS(modf); OURS(ilogb); OURS(logb); OURS(lround); OURS(llround); OURS(lrint);
OURS(llrint); OURS(remquo); OURS(remainder); OURS(nextafter); OURS(fminf); OURS(fdimf);
OURS(copysignf); OURS(frexpf); OURS(ldexpf); OURS(modff); OURS(ilogbf); OURS(logbf);
OURS(lroundf); OURS(lrintf); OURS(remquof); OURS(remainderf); OURS(nextafterf);
OURS(logl);
int rt___fpclassify(double x);
int rt___fpclassifyf(float x);
int rt___signbit(double x);
int rt___isinf(double x);
int rt___finite(double x);

static uint64_t bits(double x)
{
    uint64_t b;
    if (x != x)
        x = NAN; /* all are alike */
    memcpy(&b, &x, sizeof b);
    return x != x ? 1 : b;
}

static double any_double(void)
{
    static const double edges[] = {0.0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, INFINITY, -INFINITY, NAN,
                                   0x1p-1074, -0x1p-1074, 0x1p-1022, 0x1.fffffffffffffp-1023,
                                   0x1.fffffffffffffp1023, 3, 7, 0x1p52, 0x1.8p-1073, 1e300};
    double x;
    uint64_t b = random_bits() << 20 ^ random_bits();
    switch (random_below(4)) {
    case 0:
        return edges[random_below(sizeof edges / sizeof *edges)];
    case 1:
        return (double)(int)random_bits() / 8;
    case 2:
        b = (b & ~(0x7FFull << 52)) | (uint64_t)(1023 + random_below(40) - 20) << 52;
        break;
    }
    memcpy(&x, &b, sizeof x);
    return x + 0; /* no signalling NaN */
}

#define SAME_REAL(what, ours, theirs) SAME(what, label, bits(ours), bits(theirs))

static void compare_doubles(double x, double y, const char *label)
{
    int e = 0, native_e = 0;
    double w = 0, native_w = 0;
    SAME("fpclassify", label, rt___fpclassify(x), fpclassify(x));
    SAME("signbit", label, rt___signbit(x), !!signbit(x));
    SAME("isinf", label, !!rt___isinf(x), !!isinf(x));
    SAME("finite", label, !!rt___finite(x), !!isfinite(x));
    if (x != y || x != 0) {
        SAME_REAL("fmin", rt_fmin(x, y), fmin(x, y));
        SAME_REAL("fmax", rt_fmax(x, y), fmax(x, y));
    }
    SAME_REAL("fdim", rt_fdim(x, y), fdim(x, y));
    SAME_REAL("copysign", rt_copysign(x, y), copysign(x, y));
    SAME_REAL("frexp", rt_frexp(x, &e), frexp(x, &native_e));
    if (isfinite(x))
        SAME("frexp exponent", label, e, native_e);
    SAME_REAL("modf", rt_modf(x, &w), modf(x, &native_w));
    SAME_REAL("modf whole", w, native_w);
    SAME("ilogb", label, rt_ilogb(x), ilogb(x));
    SAME_REAL("logb", rt_logb(x), logb(x));
    SAME_REAL("nextafter", rt_nextafter(x, y), nextafter(x, y));
    /* The sign of a zero is that of x; glibc's is not always. */
    SAME_REAL("remainder", rt_remainder(x, y) + 0, remainder(x, y) + 0);
    SAME_REAL("remquo", rt_remquo(x, y, &e), remquo(x, y, &native_e));
    if (isfinite(x) && y == y && y != 0)
        SAME("remquo quotient", label, (e % 8 + 8) % 8, (native_e % 8 + 8) % 8);
    if (fabs(x) < 1e18) {
        SAME("lround", label, rt_lround(x), lround(x));
        SAME("llround", label, rt_llround(x), llround(x));
        SAME("lrint", label, rt_lrint(x), lrint(x));
        SAME("llrint", label, rt_llrint(x), llrint(x));
    }
    int n = (int)random_below(4400) - 2200;
    n = random_below(50) ? n : random_below(2) ? INT_MAX : INT_MIN;
    SAME_REAL("ldexp", rt_ldexp(x, n), ldexp(x, n));
    SAME_REAL("scalbn", rt_scalbn(x, n), scalbn(x, n));
    SAME_REAL("scalbln", rt_scalbln(x, n), scalbln(x, n));
}

static void compare_floats(float x, float y, const char *label)
{
    int e = 0, native_e = 0;
    float w = 0, native_w = 0;
    SAME("fpclassifyf", label, rt___fpclassifyf(x), fpclassify(x));
    if (x != y || x != 0)
        SAME_REAL("fminf", rt_fminf(x, y), fminf(x, y));
    SAME_REAL("fdimf", rt_fdimf(x, y), fdimf(x, y));
    SAME_REAL("copysignf", rt_copysignf(x, y), copysignf(x, y));
    SAME_REAL("frexpf", rt_frexpf(x, &e), frexpf(x, &native_e));
    if (isfinite(x))
        SAME("frexpf exponent", label, e, native_e);
    SAME_REAL("modff", rt_modff(x, &w), modff(x, &native_w));
    SAME_REAL("modff whole", w, native_w);
    SAME("ilogbf", label, rt_ilogbf(x), ilogbf(x));
    SAME_REAL("logbf", rt_logbf(x), logbf(x));
    SAME_REAL("nextafterf", rt_nextafterf(x, y), nextafterf(x, y));
    SAME_REAL("remainderf", rt_remainderf(x, y), remainderf(x, y));
    SAME_REAL("remquof", rt_remquof(x, y, &e), remquof(x, y, &native_e));
    int n = (int)random_below(600) - 300;
    SAME_REAL("ldexpf", rt_ldexpf(x, n), ldexpf(x, n));
    if (fabsf(x) < 1e18f) {
        SAME("lroundf", label, rt_lroundf(x), lroundf(x));
        SAME("lrintf", label, rt_lrintf(x), lrintf(x));
    }
}

static void compare_logarithms(void)
{
    for (int n = -16382; n <= 16383; n++) {
        char label[16];
        snprintf(label, sizeof label, "2^%d", n);
        SAME("logl", label, rt_logl(ldexpl(1, n)) == logl(ldexpl(1, n)), 1);
    }
}

void compare_math(void)
{
    compare_logarithms();
    for (int i = 0; i < 100000; i++) {
        double x = any_double(), y = any_double();
        char label[64];
        snprintf(label, sizeof label, "%a, %a", x, y);
        compare_doubles(x, y, label);
        compare_floats((float)x, (float)y, label);
    }
}
