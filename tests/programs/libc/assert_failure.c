//@ verdict: violation
//@ kind: assertion
//@ line: 11
//
// The plain assertion, inside a called function.

#include <assert.h>

static int half(int n)
{
    assert(n % 2 == 0); // BUG
    return n / 2;
}

int main(void)
{
    int n = 12;
    while (n > 1)
        n = half(n);
    return 0;
}
