//@ verdict: verified
//@ output: native
//@ symbolic: unknown, call of the function 'round'
//
// The math functions whose results are exact: rounding in all its forms, fmod,
// sqrt, fabs, fmin, fmax, copysign, frexp, ldexp, modf, hypot, classification.

#include <math.h>
#include <stdio.h>

int main(void)
{
    static const double v[] = {0, -0.0, 0.4, 0.5, 0.6, 1.5, 2.5, -0.5, -1.5, -2.7, 7.25, 1e15 + 0.5, -1e20, 4503599627370497.5};
    for (int i = 0; i < 14; i++) {
        double x = v[i], whole;
        int exponent;
        printf("%g: %g %g %g %g %g %g", x, floor(x), ceil(x), trunc(x), round(x), rint(x), nearbyint(x));
        if (fabs(x) < 1e18)
            printf(" %ld %ld", lround(x), lrint(x));
        double fraction = modf(x, &whole);
        printf(" %g %g", fraction, whole);
        double mantissa = frexp(x, &exponent);
        printf(" %.17g %d %.17g %.17g\n", mantissa, exponent, ldexp(x, -3), scalbn(x, 5));
    }
    for (int i = -3; i <= 3; i++)
        printf("%g %g %g\n", fmod(7.5, i == 0 ? 2 : i), fmod(-7.5, i == 0 ? 0.75 : i), remainder(7.5, i == 0 ? 2 : i));
    printf("%g %g %.17g %.17g\n", sqrt(0), sqrt(144), sqrt(2), sqrt(1e-300));
    printf("%g %g %g %g\n", fabs(-3.5), fmin(1, -2), fmax(1, NAN), fdim(5, 3));
    printf("%g %g %g\n", copysign(3, -0.0), hypot(3, 4), fma(2, 3, 4));
    printf("%d%d%d%d%d%d\n", isnan(NAN) != 0, isinf(-INFINITY) != 0, isfinite(1.0) != 0, isnormal(1e-310) != 0, signbit(-1.0) != 0,
           isnan(sqrt(-1)) != 0);
    printf("%d %d\n", fpclassify(0.0) == FP_ZERO, fpclassify(1e-310) == FP_SUBNORMAL);
    printf("%g %g %g %g\n", (double)floorf(2.7f), (double)sqrtf(16), (double)fabsf(-1.5f), (double)roundf(-2.5f));
    printf("%Lg %Lg %Lg\n", floorl(-2.5L), fabsl(-1e400L), sqrtl(81));
    printf("%d %d\n", ilogb(1000), (int)logb(0.125));
    return 0;
}
