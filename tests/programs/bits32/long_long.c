//@ verdict: verified
//@ clang: -m32
//@ output: native
//
// 64-bit arithmetic on a 32-bit machine: every operator, conversions to double.

#include <stdint.h>
#include <stdio.h>

int main(void)
{
    static const int64_t v[] = {0, 1, -1, 4294967295LL, 4294967296LL, -4294967297LL, INT64_MAX, INT64_MIN + 1, 1000000007};
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 9; j++) {
            uint64_t a = (uint64_t)v[i], b = (uint64_t)v[j];
            printf("%llx %llx %llx %llx", (unsigned long long)(a + b), (unsigned long long)(a - b), (unsigned long long)(a * b),
                   (unsigned long long)(a ^ b));
            if (b)
                printf(" %lld %lld %llu", (long long)(v[i] / v[j]), (long long)(v[i] % v[j]), (unsigned long long)(a / b));
            printf(" %d%d%d\n", v[i] < v[j], a < b, a == b);
        }
    for (int n = 0; n < 64; n += 7)
        printf("%llx %lld\n", 0x123456789abcdefULL << n, (long long)0xfedcba9876543210ULL >> n);
    printf("%.1f %.1f %lld\n", (double)INT64_MAX, (double)-5000000000LL, (long long)-2.5e15);
    return 0;
}
