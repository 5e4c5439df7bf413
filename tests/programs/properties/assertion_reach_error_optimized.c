//@ verdict: violation
//@ kind: assertion
//@ line: 18
//@ clang: -O2
//
// The optimizer, too, leaves calls of reach_error alone.

#include <heddle.h>

static void reach_error(int why)
{
    (void)why;
}

int main(void)
{
    if (heddle_choose(3) == 2)
        reach_error(1); // BUG
    return 0;
}
