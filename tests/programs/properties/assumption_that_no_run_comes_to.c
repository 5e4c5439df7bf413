//@ verdict: verified
//@ note: no run ends: each is cut by an assumption that it does not meet (tests/programs/properties/assumption_that_no_run_comes_to.c:16)
//
// Two assumptions that no run meets, of which no run comes to the first: only the other is to
// blame.

#include <assert.h>
#include <heddle.h>

int main(void)
{
    int x = heddle_choose(5);
    int square = x * x;
    if (square == 7)
        heddle_assume(x == 9);
    heddle_assume(square > 20);
    assert(x == 7);
    return 0;
}
