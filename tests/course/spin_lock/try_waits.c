//@ fails: 3
//
// An attempt that is not one.

#include <stdatomic.h>

static atomic_int taken;

void lock(void)
{
    while (atomic_exchange(&taken, 1))
        ;
}

int try_lock(void)
{
    lock();
    return 1;
}

void unlock(void)
{
    taken = 0;
}
