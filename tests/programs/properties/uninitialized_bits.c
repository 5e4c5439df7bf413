//@ verdict: verified
//@ properties: default,uninitialized
//
// What does not depend on the bits of a word that nobody wrote is known: sums and products below
// the lowest of them, comparisons that the others decide, minima, counts of trailing zeros.

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

union word {
    unsigned all;
    unsigned char bytes[4];
};

int main(void)
{
    union word *w = malloc(sizeof *w);
    w->bytes[0] = 250;
    w->bytes[1] = 3;
    assert((w->all + 7 & 0xffff) == 1025);
    assert((w->all - 251 & 0xffff) == 0x2ff);
    assert((w->all * 4 & 0x3ffff) == 0xfe8);
    assert(w->all * 65536 == 0x3fa0000);
    assert(w->all != 251);
    assert(__builtin_ctz(w->all) == 1);
    w->bytes[3] = 64;
    assert(w->all > 0x3fffffff && w->all < 0x41000000 && (int)w->all >= 0);
    assert((w->all > 0x50000000 ? w->all : 0x50000000) == 0x50000000);
    assert(__builtin_clz(w->all) == 1);
    assert((__builtin_bswap32(w->all) >> 16) == 0xfa03);
    atomic_uint *shared = (atomic_uint *)w;
    atomic_fetch_add(shared, 6);
    assert((w->all & 0xffff) == 0x400);
    w->bytes[3] = 64;
    atomic_fetch_or(shared, 0xff0000);
    assert(w->all == 0x40ff0400);
    w->bytes[3] = 1;
    free(w);
    w = malloc(sizeof *w);
    w->bytes[0] = 1;
    unsigned expected = 2;
    assert(!atomic_compare_exchange_strong((atomic_uint *)w, &expected, 5u));
    assert((expected & 255) == 1);
    free(w);
    return 0;
}
