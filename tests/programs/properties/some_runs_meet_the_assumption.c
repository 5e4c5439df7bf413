//@ verdict: verified
//@ note: none
//
// An assumption that most runs do not meet, and one does: nothing is to be noted.

#include <assert.h>
#include <heddle.h>

int main(void)
{
    int x = heddle_choose(5);
    heddle_assume(x == 2);
    assert(x == 2);
    return 0;
}
