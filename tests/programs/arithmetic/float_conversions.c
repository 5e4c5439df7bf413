//@ verdict: verified
//@ output: native
//
// Conversions between floating point and integers of all widths, both ways, and
// the bits of a float seen as an integer.

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t float_bits(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

static uint64_t double_bits(double d)
{
    union {
        double d;
        uint64_t u;
    } pun = {.d = d};
    return pun.u;
}

int main(void)
{
    double values[] = {0, 0.5, 0.99, 1.5, -1.5, 2.5, 100.7, -100.7};
    for (int i = 0; i < 8; i++) {
        double d = values[i];
        printf("%g: %d %d %d %lld", d, (signed char)d, (short)d, (int)d, (long long)d);
        if (d >= 0)
            printf(" %u %u %llu", (unsigned char)d, (unsigned)d, (unsigned long long)d);
        printf(" %08x %016llx\n", float_bits((float)d), (unsigned long long)double_bits(d));
    }
    printf("%.1f %.1f %.1f\n", (double)INT64_MAX, (double)UINT64_MAX, (float)16777217);
    printf("%.1f %.1f\n", (double)(float)UINT32_MAX, (double)(uint8_t)200);
    printf("%llu %u\n", (unsigned long long)1.8e19, (unsigned)4e9);
    printf("%lld\n", (long long)-9.2e18);
    printf("%.9g %.9g\n", (float)1e-40, (float)123456789.0);
    for (int e = -10; e <= 10; e += 5) {
        double p = 1;
        for (int k = 0; k < (e < 0 ? -e : e); k++)
            p = e < 0 ? p / 10 : p * 10;
        printf("%.17g %08x\n", p, float_bits((float)p));
    }
    unsigned long long big = 0x8000000000000401;
    printf("%.0f %.0f\n", (double)big, (double)(float)big);
    return 0;
}
