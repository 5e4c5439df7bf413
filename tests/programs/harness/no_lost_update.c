//@ verdict: verified
//@ options: --init reset --thread add=2 --thread add=-1 --invariant in_range
//@ concurrent: yes
//
// Two threads without a main; the invariant counts from when init has returned.

#include <heddle.h>

int counter = 99, done;

void reset(void)
{
    counter = 0;
}

int in_range(void)
{
    return counter >= -1 && counter <= 2;
}

void add(int n)
{
    __atomic_add_fetch(&counter, n, __ATOMIC_SEQ_CST);
    heddle_atomic_begin();
    if (++done == 2)
        heddle_assert(counter == 1);
    heddle_atomic_end();
}
