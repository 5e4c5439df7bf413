//@ verdict: verified
//@ properties: default,overflow
//@ output: native
//
// Unsigned arithmetic wraps around by definition, and narrow types are converted,
// not overflowed.

#include <limits.h>
#include <stdio.h>

int main(void)
{
    unsigned u = UINT_MAX;
    u++;
    unsigned long long q = 0;
    q--;
    signed char c = 127;
    c++;
    short s = -32768;
    s--;
    unsigned product = 65536u * 65537u;
    size_t n = 0;
    n -= 1;
    printf("%u %llu %d %d %u %zu\n", u, q, c, s, product, n);
    return 0;
}
