//@ fails: 4
//
// A loop for the time of waiting.

#include <sched.h>
#include <stdatomic.h>

static atomic_int is_open;

void wait_until_open(void)
{
    while (!is_open)
        sched_yield();
}

void open_gate(void)
{
    is_open = 1;
}
