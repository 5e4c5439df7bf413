//@ verdict: violation
//@ kind: overflow
//@ line: 11
//@ properties: overflow
// The one division that overflows is an overflow, for those who do not ask for crashes.
#include <limits.h>

int main(void)
{
    volatile int least = INT_MIN, minus_one = -1;
    return least / minus_one;
}
