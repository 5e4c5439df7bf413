//@ requirement: Whoever waits gets in when the lock is given back
//@ hint: Nobody comes out of the loop in `lock` any more. What would have to change for that, and who changes it?
//@ hint: A failed attempt must leave the lock as it was.

#include <pthread.h>
#include <stddef.h>

void lock(void);
int try_lock(void);
void unlock(void);

static void *enter(void *unused)
{
    lock();
    unlock();
    if (try_lock())
        unlock();
    lock();
    unlock();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, enter, NULL);
    enter(NULL);
    pthread_join(thread, NULL);
}
