//@ verdict: verified
//@ output: native
//
// __builtin_add_overflow and its relatives, for same and mixed types.

#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static void ints(int a, int b)
{
    int s, d, p;
    int os = __builtin_add_overflow(a, b, &s), od = __builtin_sub_overflow(a, b, &d), op = __builtin_mul_overflow(a, b, &p);
    printf("%d %d: %d%d%d %d %d %d\n", a, b, os, od, op, s, d, p);
}

static void unsigneds(unsigned a, unsigned b)
{
    unsigned s, d, p;
    int os = __builtin_add_overflow(a, b, &s), od = __builtin_sub_overflow(a, b, &d), op = __builtin_mul_overflow(a, b, &p);
    printf("%u %u: %d%d%d %u %u %u\n", a, b, os, od, op, s, d, p);
}

static void longs(long long a, long long b)
{
    long long s, d, p;
    int os = __builtin_saddll_overflow(a, b, &s), od = __builtin_ssubll_overflow(a, b, &d), op = __builtin_smulll_overflow(a, b, &p);
    printf("%lld %lld: %d%d%d %lld %lld %lld\n", a, b, os, od, op, s, d, p);
}

int main(void)
{
    static const int v[] = {INT_MIN, -46341, -1, 0, 1, 46340, 46341, INT_MAX};
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            ints(v[i], v[j]);
            unsigneds((unsigned)v[i], (unsigned)v[j]);
            longs((long long)v[i] * INT_MAX, v[j]);
        }
    int8_t tiny;
    uint8_t byte;
    uint64_t wide;
    int o;
    o = __builtin_add_overflow(100, 27, &tiny);
    printf("%d %d\n", o, tiny);
    o = __builtin_add_overflow(100, 28, &tiny);
    printf("%d %d\n", o, tiny);
    o = __builtin_sub_overflow(3, 4, &byte);
    printf("%d %u\n", o, byte);
    o = __builtin_mul_overflow(UINT64_MAX, 2u, &wide);
    printf("%d %llu\n", o, (unsigned long long)wide);
    o = __builtin_add_overflow(-1, 1u, &wide);
    printf("%d %llu\n", o, (unsigned long long)wide);
    unsigned carry = 0, sum = __builtin_addc(0xffffffffu, 1u, 0u, &carry);
    printf("%u %u\n", sum, carry);
    return 0;
}
