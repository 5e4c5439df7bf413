// To look and to take at once.

#include <stdatomic.h>

static atomic_int taken;

int try_lock(void)
{
    return !atomic_exchange(&taken, 1);
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
