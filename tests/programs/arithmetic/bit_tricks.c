//@ verdict: verified
//@ output: native
//
// The classic tricks, against plain loops that compute the same.

#include <assert.h>
#include <stdint.h>
#include <stdio.h>

static int slow_count(uint32_t v)
{
    int n = 0;
    for (; v; v >>= 1)
        n += v & 1;
    return n;
}

static int fast_count(uint32_t v)
{
    v -= v >> 1 & 0x55555555;
    v = (v & 0x33333333) + (v >> 2 & 0x33333333);
    return (int)(((v + (v >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24);
}

static uint32_t reverse(uint32_t v)
{
    uint32_t r = 0;
    for (int i = 0; i < 32; i++)
        r |= (v >> i & 1) << (31 - i);
    return r;
}

static uint32_t next_power(uint32_t v)
{
    v--;
    for (int s = 1; s < 32; s <<= 1)
        v |= v >> s;
    return v + 1;
}

static uint32_t crc32(const char *s)
{
    uint32_t crc = ~0u;
    for (; *s; s++) {
        crc ^= (unsigned char)*s;
        for (int k = 0; k < 8; k++)
            crc = crc >> 1 ^ (0xedb88320 & -(crc & 1));
    }
    return ~crc;
}

int main(void)
{
    uint32_t x = 2463534242u;
    for (int i = 0; i < 20; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        assert(slow_count(x) == fast_count(x));
        assert(slow_count(x) == __builtin_popcount(x));
        assert(reverse(reverse(x)) == x);
        uint32_t lowest = x & -x, without = x & (x - 1);
        assert((lowest | without) == x && (lowest & without) == 0);
        printf("%u %d %u %u %d\n", x, fast_count(x), reverse(x), next_power(x >> 8), (int)(x ^ x >> 1));
    }
    int a = 12, b = 34;
    a ^= b;
    b ^= a;
    a ^= b;
    printf("%d %d %d %d\n", a, b, (a & b) + ((a ^ b) >> 1), b ^ ((a ^ b) & -(a < b)));
    printf("%08x\n", crc32("the quick brown fox"));
    return 0;
}
