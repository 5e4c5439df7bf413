//@ verdict: violation
//@ kind: assertion
//
// SV-COMP's reach_error is a failed assertion, whether or not the program
// defines it.

#include <assert.h>
#include <stdlib.h>

void reach_error(void) { assert(0); }

static void verify(int condition)
{
    if (!condition) {
        reach_error();
        abort();
    }
}

int main(void)
{
    int sum = 0;
    for (int i = 1; i <= 10; i++)
        sum += i;
    verify(sum == 55);
    verify(sum == 56);
    return 0;
}
