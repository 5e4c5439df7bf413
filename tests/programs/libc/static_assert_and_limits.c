//@ verdict: verified
//@ output: native
//
// The constants of limits.h, stdint.h and float.h, and sizes of the basic types.

#include <assert.h>
#include <float.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static_assert(sizeof(int) == 4, "int has four bytes");
static_assert(CHAR_BIT == 8, "a byte has eight bits");

int main(void)
{
    printf("%d %d %d %u\n", SCHAR_MIN, CHAR_MAX, SHRT_MIN, USHRT_MAX);
    printf("%d %u %ld %lu\n", INT_MIN, UINT_MAX, LONG_MAX, ULONG_MAX);
    printf("%zu %zu %zu %zu %zu\n", sizeof(char), sizeof(short), sizeof(long), sizeof(void *), sizeof(size_t));
    printf("%zu %zu %zu %zu\n", sizeof(float), sizeof(double), sizeof(_Bool), sizeof(wchar_t));
    printf("%g %g %g %d %d\n", (double)FLT_EPSILON, DBL_EPSILON, DBL_MAX, DBL_DIG, FLT_MANT_DIG);
    printf("%lld %llu\n", (long long)INT64_MIN, (unsigned long long)UINT64_MAX);
    return 0;
}
