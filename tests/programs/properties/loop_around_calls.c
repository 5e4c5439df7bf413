//@ verdict: verified
//@ note: no run ends: each goes round for ever (tests/programs/properties/loop_around_calls.c:29)
//@ symbolic: bounded, rounds of the loop
//
// A server whose work is in functions above it in the file: the loop that is never left is named,
// and not the first line that is on the way.

#include <assert.h>

static unsigned served;

static void count(void)
{
    served = (served + 1) % 3;
}

static void serve(void)
{
    count();
    if (served == 2)
        count();
}

int main(void)
{
    // Work that ends before.
    for (int i = 0; i < 3; i++)
        served = i;
    while (1)
        serve();
    assert(served == 9);
    return 0;
}
