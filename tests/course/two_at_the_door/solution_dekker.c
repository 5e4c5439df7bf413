// Dekker's lock.

#include <stdatomic.h>

static atomic_int wants[2], turn;

void enter(int me)
{
    wants[me] = 1;
    while (wants[!me]) {
        if (turn == me)
            continue;
        wants[me] = 0;
        while (turn != me)
            ;
        wants[me] = 1;
    }
}

void leave(int me)
{
    turn = !me;
    wants[me] = 0;
}
