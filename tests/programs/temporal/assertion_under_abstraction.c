//@ verdict: violation
//@ kind: assertion
//@ line: 18
//@ options: --ltl 'F "shared == 3"'
//
// A formula cannot be checked where states are matched by less than all of them; what goes
// wrong on a step is still told.

#include <heddle.h>

static int shared, noise;

int main(void)
{
    heddle_unmatched(&noise, sizeof noise);
    noise = heddle_choose(2);
    shared = 1 + noise;
    heddle_assert(shared == 1);
    return 0;
}
