//@ verdict: verified
//@ output: native
//
// Every operator on unsigned int, wrapping around, and on int where the result
// is defined; shifts by every amount that is allowed.

#include <limits.h>
#include <stdio.h>

static const unsigned U[] = {0, 1, 2, 7, 0x7fffffff, 0x80000000, 0x80000001, 0xdeadbeef, 0xfffffffe, 0xffffffff};
static const int S[] = {INT_MIN, INT_MIN + 1, -65536, -7, -1, 0, 1, 7, 65535, INT_MAX};
enum { COUNT = 10 };

int main(void)
{
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            unsigned a = U[i], b = U[j];
            printf("%x %x: %x %x %x %x %x %x", a, b, a + b, a - b, a * b, a & b, a | b, a ^ b);
            if (b != 0)
                printf(" %u %u", a / b, a % b);
            printf(" %d%d%d\n", a < b, a <= b, a == b);
        }
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            int a = S[i], b = S[j];
            printf("%d %d: %d %d %d", a, b, a & b, a | b, a ^ b);
            if (b != 0 && !(a == INT_MIN && b == -1))
                printf(" %d %d", a / b, a % b);
            printf(" %d%d%d%d\n", a < b, a <= b, a == b, a < (long)b);
        }
    for (int n = 0; n < 32; n++)
        printf("%d: %x %x %d %x\n", n, 0x9abcdef1u << n, 0x9abcdef1u >> n, (int)0x9abcdef1 >> n, (1u << n) - 1);
    for (int i = 0; i < COUNT; i++)
        printf("%x %x %d %d %d\n", -U[i], ~U[i], !U[i], ~S[i], U[i] && S[i]);
    return 0;
}
