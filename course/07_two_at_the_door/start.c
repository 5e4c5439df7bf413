// Two threads that say when they want to enter.

#include <stdatomic.h>

static atomic_int wants[2];

void enter(int me)
{
    while (wants[!me])
        ;
    wants[me] = 1;
}

void leave(int me)
{
    wants[me] = 0;
}
