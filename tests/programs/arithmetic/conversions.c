//@ verdict: verified
//@ output: native
//
// Conversions between integer types of all widths and signs, and to _Bool.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static void all(long long v)
{
    printf("%lld: %d %u %d %u %d %u %lld %llu %d\n", v, (int8_t)v, (uint8_t)v, (int16_t)v, (uint16_t)v, (int32_t)v, (uint32_t)v,
           (long long)(int64_t)v, (unsigned long long)(uint64_t)v, (bool)v);
}

int main(void)
{
    static const long long values[] = {0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536, 2147483647, 2147483648,
                                       4294967295, 4294967296, -2147483648LL, -2147483649LL, INT64_MAX, INT64_MIN};
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++)
        all(values[i]);
    signed char sc = -1;
    unsigned char uc = (unsigned char)sc;
    unsigned u = (unsigned)sc;
    unsigned long long ull = (unsigned long long)sc;
    printf("%u %u %llu %d\n", uc, u, ull, (char)uc == sc);
    bool flags[] = {(bool)0.5, 256, (bool)"x", (bool)0.0, (bool)-0.0};
    for (int i = 0; i < 5; i++)
        printf("%d", flags[i]);
    flags[0]--;
    flags[3]++;
    flags[3]++;
    printf(" %d %d\n", flags[0], flags[3]);
    int i = -1;
    unsigned one = 1;
    printf("%d %d %d\n", (unsigned)i < one, i < (int)one, (long)i < one);
    enum color { RED, GREEN = 5, BLUE } color = BLUE;
    printf("%d %zu\n", color + GREEN, sizeof color);
    return 0;
}
