//@ requirement: An attempt does not wait, gets what is free, and does not get what is taken
//@ hint: `try_lock` is called by a thread while it has the lock itself: it has to say 0 and go on, as often as it is called.
//@ hint: If it is free, it has to be taken: 1, and the next attempt fails. A failed one must leave the lock as it was.

#include <assert.h>

void lock(void);
int try_lock(void);
void unlock(void);

int main(void)
{
    assert(try_lock() == 1);
    assert(try_lock() == 0);
    assert(try_lock() == 0);
    unlock();
    lock();
    assert(try_lock() == 0);
    assert(try_lock() == 0);
    unlock();
    assert(try_lock() == 1);
    unlock();
}
