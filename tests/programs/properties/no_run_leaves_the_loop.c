//@ verdict: verified
//@ note: no run ends: each goes round for ever (tests/programs/properties/no_run_leaves_the_loop.c:13)
//@ symbolic: bounded, rounds of the loop main:
//
// A server that has work for ever: what comes after its loop is never looked at.

#include <assert.h>

static unsigned served;

int main(void)
{
    for (;;)
        served = (served + 1) % 5;
    assert(served == 9);
    return 0;
}
