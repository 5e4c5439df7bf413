//@ verdict: verified
//@ output: native
//
// The bit builtins of the compiler: popcount, clz, ctz, ffs, parity, clrsb,
// bswap, bitreverse, rotations, in all widths.

#include <stdint.h>
#include <stdio.h>

int main(void)
{
    static const uint64_t values[] = {1, 2, 3, 0x80, 0xff00, 0x80000000, 0xdeadbeef, 0x100000000, 0x8000000000000000, UINT64_MAX, 0x123456789abcdef0};
    for (int i = 0; i < 11; i++) {
        uint64_t q = values[i];
        uint32_t w = (uint32_t)(q | q >> 32);
        printf("%016llx: %d %d", (unsigned long long)q, __builtin_popcountll(q), __builtin_popcount(w));
        printf(" %d %d %d %d", __builtin_clzll(q), __builtin_clz(w), __builtin_ctzll(q), __builtin_ctz(w));
        printf(" %d %d", __builtin_ffsll((long long)q), __builtin_ffs((int)w));
        printf(" %d %d", __builtin_parityll(q), __builtin_parity(w));
        printf(" %d %d", __builtin_clrsbll((long long)q), __builtin_clrsb((int)w));
        printf(" %04x %08x %016llx", __builtin_bswap16((uint16_t)q), __builtin_bswap32(w), (unsigned long long)__builtin_bswap64(q));
        printf(" %02x %04x %08x %016llx", __builtin_bitreverse8((uint8_t)q), __builtin_bitreverse16((uint16_t)q),
               __builtin_bitreverse32(w), (unsigned long long)__builtin_bitreverse64(q));
        printf(" %02x %04x %08x %016llx", __builtin_rotateleft8((uint8_t)q, 3), __builtin_rotateright16((uint16_t)q, 5),
               __builtin_rotateleft32(w, 13), (unsigned long long)__builtin_rotateright64(q, 21));
        printf("\n");
    }
    printf("%d %d %d\n", __builtin_ffs(0), __builtin_popcount(0), __builtin_parity(0));
    return 0;
}
