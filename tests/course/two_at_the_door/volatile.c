//@ fails: 4
//
// Variables that are volatile, and not atomic.

static volatile int wants[2], turn;

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
