//@ verdict: violation
//@ kind: overflow
//@ line: 12
//@ properties: default,overflow
//
// The smallest int has no positive counterpart.

#include <limits.h>

static int absolute(int n)
{
    return n < 0 ? -n : n; // BUG
}

int main(void)
{
    return absolute(-5) + absolute(INT_MIN) == 0;
}
