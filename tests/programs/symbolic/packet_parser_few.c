//@ verdict: violation
//@ kind: memory
//@ detail: out-of-bounds
//@ concurrent: yes
//
// The example with a few inputs, so that the explicit engine can go through them: packets
// of a kind that is not known, short ones and long ones, all full of zeros.

#include <heddle.h>

// The thread that plays the card is the only one that calls it.
static unsigned char few_bytes(void)
{
    static const unsigned char headers[] = {0, 8 << 3 | 1, 8 << 3 | 7};
    static unsigned calls;
    return calls++ % 8 == 0 ? headers[heddle_choose(3)] : 0;
}

#define __VERIFIER_nondet_uchar few_bytes
#include "../../../examples/packet_parser.c"
