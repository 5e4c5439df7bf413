//@ verdict: violation
//@ kind: assertion
//@ concurrent: yes
//
// The example with a few inputs, so that the explicit engine can go through them: zero
// and one, which are enough to tell whether a sequence of swaps sorts.

#include <heddle.h>

static int few_ints(void)
{
    return (int)heddle_choose(2);
}

#define __VERIFIER_nondet_int few_ints
#include "../../../examples/bubble_sort.c"
