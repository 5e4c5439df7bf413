//@ verdict: verified
//@ properties: default,uninitialized
//
// Masks define bits of a variable that nobody wrote.

#include <assert.h>

int main(void)
{
    int cleared;
    cleared &= 0;
    assert(cleared == 0);
    unsigned low;
    low = (low & ~0xfu) | 3;
    assert((low & 0xf) == 3);
    unsigned char full;
    full |= 0xff;
    assert(full == 255);
    return 0;
}
