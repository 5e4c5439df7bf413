//@ verdict: verified
//
// Runs in which an assumption does not hold are not looked at any further.

#include <assert.h>
#include <heddle.h>

int main(void)
{
    unsigned a = heddle_choose(6), b = heddle_choose(6);
    heddle_assume(a < b);
    heddle_assume(b < 3);
    assert(a + b <= 3);
    assert(a != 2);
    return 0;
}
