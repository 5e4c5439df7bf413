//@ verdict: violation
//@ kind: assertion
//@ line: 13
//
// Every value of heddle_choose is explored, the last one too.

#include <assert.h>
#include <heddle.h>

int main(void)
{
    unsigned v = heddle_choose(5);
    assert(v != 4); // BUG
    return 0;
}
