//@ verdict: violation
//@ kind: assertion
//@ line: 24
//@ options: --init reset --thread add=2 --thread add=-1
//@ concurrent: yes
//
// Two threads without a main that lose an update of each other.

#include <heddle.h>

int counter = 5, done;

void reset(void)
{
    counter = 0;
}

void add(int n)
{
    int seen = counter;
    counter = seen + n;
    heddle_atomic_begin();
    if (++done == 2)
        heddle_assert(counter == 1); // BUG
    heddle_atomic_end();
}
