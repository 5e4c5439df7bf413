// Peterson's lock.

#include <stdatomic.h>

static atomic_int wants[2], turn;

void enter(int me)
{
    wants[me] = 1;
    turn = !me;
    while (wants[!me] && turn == !me)
        ;
}

void leave(int me)
{
    wants[me] = 0;
}
