//@ verdict: violation
//@ kind: assertion
//@ line: 15
//
// An assumption leaves the other runs alone.

#include <assert.h>
#include <heddle.h>

int main(void)
{
    unsigned a = heddle_choose(6);
    heddle_assume(a % 2 == 1);
    heddle_assume(a > 2);
    assert(a != 5); // BUG
    return 0;
}
