//@ fails: 2
//
// Strictly by turns: whoever does not want to enter keeps the other one out.

#include <stdatomic.h>

static atomic_int turn;

void enter(int me)
{
    while (turn != me)
        ;
}

void leave(int me)
{
    turn = !me;
}
