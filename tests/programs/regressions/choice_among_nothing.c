//@ verdict: verified
//
// A choice among no values is no run at all.

#include <assert.h>
#include <heddle.h>

int main(void)
{
    heddle_choose(0);
    assert(0);
}
