//@ verdict: violation
//@ kind: assertion
//@ concurrent: yes
//
// The example with a few inputs, so that the explicit engine can go through them: a lock
// whose next ticket is one of the last three numbers or of the first three.

#include <heddle.h>

static unsigned few_numbers(void)
{
    return heddle_choose(6) - 3;
}

#define __VERIFIER_nondet_uint few_numbers
#include "../../../examples/ticket_wrap.c"
