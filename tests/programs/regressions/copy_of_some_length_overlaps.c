//@ verdict: violation
//@ kind: memory
//@ line: 16
//
// The ranges of a copy overlap if it is longer than one byte, and how long it is, is an input.

#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

static char bytes[16];

int main(void)
{
    unsigned char length = __VERIFIER_nondet_uchar() % 5;
    memcpy(bytes + 1, bytes, length); // BUG
    return 0;
}
