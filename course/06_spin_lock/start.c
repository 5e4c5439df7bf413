// A lock that spins.

#include <stdatomic.h>

static atomic_int taken;

int try_lock(void)
{
    if (taken)
        return 0;
    taken = 1;
    return 1;
}

void lock(void)
{
    while (!try_lock())
        ;
}

void unlock(void)
{
    taken = 0;
}
