//@ verdict: verified
//
// heddle_choose(n) is below n; heddle_choose(1) is no choice.

#include <assert.h>
#include <heddle.h>

int main(void)
{
    assert(heddle_choose(1) == 0);
    unsigned a = heddle_choose(4), b = heddle_choose(3);
    assert(a < 4 && b < 3);
    assert(a * 3 + b < 12);
    return 0;
}
