//@ verdict: violation
//@ kind: overflow
//@ properties: default,overflow
//@ concurrent: yes
//
// The example with a few inputs, so that the explicit engine can go through them: the
// least amount, the greatest one, and a little more than half of that.

#include <heddle.h>
#include <limits.h>

static int few_ints(void)
{
    static const int values[] = {1, INT_MAX / 2 + 1, INT_MAX};
    return values[heddle_choose(3)];
}

#define __VERIFIER_nondet_int few_ints
#include "../../../examples/bank_transfer.c"
