//@ verdict: verified
//@ note: no run ends
//@ symbolic: slow, a loop that is never left is unrolled very often
//
// Whoever prints while it waits does something that can be seen.

#include <stdio.h>

static volatile int is_over;

int main(void)
{
    while (!is_over)
        puts("still waiting");
    return 0;
}
