//@ verdict: verified
//@ properties: assertion
//@ symbolic: unknown, __heddle_invariant
//
// An invariant of the source is not looked at if only other properties are asked for.

#include <heddle.h>

static int x;

static int is_zero(void)
{
    return x == 0;
}

int main(void)
{
    heddle_invariant(is_zero);
    x = 1;
    return 0;
}
