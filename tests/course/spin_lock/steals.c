//@ fails: 3
//
// A failed attempt gives back what another one has.

#include <stdatomic.h>

static atomic_int taken;

int try_lock(void)
{
    if (atomic_exchange(&taken, 1)) {
        taken = 0;
        return 0;
    }
    return 1;
}

void lock(void)
{
    while (atomic_exchange(&taken, 1))
        ;
}

void unlock(void)
{
    taken = 0;
}
