//@ verdict: violation
//@ kind: overflow
//@ line: 14
//@ properties: default,overflow
//
// Addition of ints beyond INT_MAX.

#include <limits.h>

int main(void)
{
    int n = INT_MAX - 2;
    for (int i = 0; i < 3; i++)
        n = n + 1; // BUG
    return n > 0;
}
