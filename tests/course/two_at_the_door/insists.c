//@ fails: 1 2 3
//
// Both insist, and nobody gives way.

#include <stdatomic.h>

static atomic_int wants[2];

void enter(int me)
{
    wants[me] = 1;
    while (wants[!me])
        ;
}

void leave(int me)
{
    wants[me] = 0;
}
