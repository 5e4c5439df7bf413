//@ verdict: violation
//@ kind: assertion
//@ line: 18
//
// An assumption on an uninitialized value holds in some runs, and does not in others.

#include <assert.h>
#include <heddle.h>

int main(void)
{
    int unset, also_unset, set = 0;
    __VERIFIER_assume(unset > 3);
    heddle_assume(also_unset);
    __CPROVER_assume(unset);
    set = 1;
    __VERIFIER_assume(set);
    assert(set == 2); // BUG
    return 0;
}
