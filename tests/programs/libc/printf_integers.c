//@ verdict: verified
//@ output: native
//
// Integer conversions of printf: every flag, width, precision and length.

#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

int main(void)
{
    static const int values[] = {0, 1, -1, 42, -1000, INT_MAX, INT_MIN};
    for (int i = 0; i < 7; i++) {
        int v = values[i];
        unsigned u = (unsigned)v;
        printf("[%d] [%5d] [%-12d] [%05d] [%+d] [% d] [%.3d] [%8.3d] [%-8.3d|] [%+08d]\n", v, v, v, v, v, v, v, v, v, v);
        printf("[%u] [%12u] [%-12u] [%012u] [%.12u] [%i]\n", u, u, u, u, u, v);
        printf("[%x] [%X] [%#x] [%#X] [%10x] [%-10x] [%010x] [%#010x] [%#.10x]\n", u, u, u, u, u, u, u, u, u);
        printf("[%o] [%#o] [%12o] [%#012o] [%.0o] [%#.0o]\n", u, u, u, u, u, u);
        printf("[%.0d] [%.d] [%5.0d] [%*d] [%-*d] [%.*d] [%*.*d]\n", v, v, v, 9, v, 9, v, 4, v, 9, 5, v);
        printf("[%*d] [%.*d]\n", -9, v, -4, v);
    }
    printf("%hhd %hhu %hd %hu\n", (signed char)-3, (unsigned char)253, (short)-300, (unsigned short)65000);
    printf("%ld %lu %lx %lo\n", LONG_MIN, ULONG_MAX, ULONG_MAX, ULONG_MAX);
    printf("%lld %llu %llX %llo\n", LLONG_MIN, ULLONG_MAX, ULLONG_MAX, ULLONG_MAX);
    printf("%zu %zd %td %jd %ju\n", sizeof(int), (ssize_t)-5, (ptrdiff_t)-7, (intmax_t)-9, (uintmax_t)11);
    printf("%" PRId8 " %" PRIu16 " %" PRIx32 " %" PRIX64 " %" PRIoPTR "\n", (int8_t)-8, (uint16_t)16, (uint32_t)0xabc,
           (uint64_t)0xabcdef, (uintptr_t)8);
    return 0;
}
