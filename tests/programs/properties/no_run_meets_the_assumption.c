//@ verdict: verified
//@ note: no run ends: each is cut by an assumption that it does not meet (tests/programs/properties/no_run_meets_the_assumption.c:12)
//
// An assumption that no run meets: the assertion is never looked at.

#include <assert.h>
#include <heddle.h>

int main(void)
{
    int x = heddle_choose(5);
    heddle_assume(x > 5);
    assert(x == 7);
    return 0;
}
