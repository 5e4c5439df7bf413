//@ fails: 2 3
//
// Everybody draws a ticket, also who does not want to wait for its number.

#include <stdatomic.h>

static atomic_uint tickets, called;
static unsigned mine;

int try_lock(void)
{
    unsigned ticket = tickets++;
    if (ticket != called)
        return 0;
    mine = ticket;
    return 1;
}

void lock(void)
{
    unsigned ticket = tickets++;
    while (ticket != called)
        ;
    mine = ticket;
}

void unlock(void)
{
    called = mine + 1;
}
