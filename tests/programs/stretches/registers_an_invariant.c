//@ verdict: violation
//@ kind: invariant
//@ concurrent: yes
//@ symbolic: unknown, __heddle_invariant
//
// An invariant is registered after thousands of steps, and broken two steps later.

#include <heddle.h>

static volatile int x, y;

static int sound(void)
{
    return x != 7;
}

int main(void)
{
    for (int i = 0; i < 3000; i++)
        y = i;
    heddle_invariant(sound);
    x = 7;
    x = 0;
    return 0;
}
