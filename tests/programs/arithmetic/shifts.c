//@ verdict: verified
//@ output: native
//
// Shifts with amounts of every type, rotations, and sign extension by shifting.

#include <stdint.h>
#include <stdio.h>

static uint8_t rotate8(uint8_t v, unsigned n) { return (uint8_t)(v << (n & 7) | v >> (-n & 7)); }
static uint32_t rotate32(uint32_t v, unsigned n) { return v << (n & 31) | v >> (-n & 31); }
static uint64_t rotate64(uint64_t v, unsigned n) { return v << (n & 63) | v >> (-n & 63); }

int main(void)
{
    for (unsigned n = 0; n < 70; n += 5)
        printf("%02x %08x %016llx\n", rotate8(0xb1, n), rotate32(0xb1a2c3d4, n),
               (unsigned long long)rotate64(0xb1a2c3d4e5f60718, n));
    unsigned char c = 3;
    long l = 5;
    unsigned long long q = 7;
    int x = 1000;
    printf("%d %d %d\n", x << c, x >> l, x << q);
    x <<= c;
    printf("%d ", x);
    x >>= l;
    printf("%d ", x);
    signed char s = -3;
    s >>= 1;
    printf("%d ", s);
    unsigned short us = 0x8001;
    us = (unsigned short)(us << 1);
    printf("%x\n", us);
    for (int bits = 1; bits <= 32; bits++) {
        uint32_t field = 0xa5a5a5a5u & (bits == 32 ? 0xffffffffu : (1u << bits) - 1);
        printf("%d ", (int32_t)(field << (32 - bits)) >> (32 - bits));
    }
    printf("\n");
    return 0;
}
