//@ verdict: verified
//@ output: native
//
// long double is the 80-bit format of the x87: more digits than double, its own
// conversions, and 16 bytes in memory.

#include <stdio.h>

static long double power(long double base, int n)
{
    long double r = 1;
    for (int i = 0; i < n; i++)
        r *= base;
    return r;
}

int main(void)
{
    long double third = 1.0L / 3;
    printf("%.21Lf %.17f\n", third, (double)third);
    printf("%.20Lg %Lg\n", power(10, 19), power(2, 64) + 1 - power(2, 64));
    printf("%.20Lg %.20Lg\n", 0.1L, (long double)0.1);
    long double x = 2;
    for (int i = 0; i < 8; i++)
        x = (x + 2 / x) / 2;
    printf("%.18Lf\n", x);
    printf("%d %d %d\n", third * 3 == 1, x * x < 2.1L, -third > third);
    printf("%lld %llu %d\n", (long long)power(2, 62), (unsigned long long)(power(2, 64) - 1), (int)-2.75L);
    long double from_int = 9223372036854775807LL, from_unsigned = 18446744073709551615ULL;
    printf("%.1Lf %.1Lf %.1Lf\n", from_int, from_unsigned, (long double)1.5f);
    printf("%zu\n", sizeof(long double));
    long double array[3] = {1, -2.5L, 3e300L};
    array[2] *= array[1];
    array[2] *= 1e300L;
    printf("%Lg %Lg %.3Le\n", array[0], array[1], array[2]);
    return 0;
}
