//@ requirement: One thread at a time is inside
//@ forbids: pthread_mutex pthread_spin pthread_rwlock mtx_ sem_
//@ hint: When both threads read `taken`, what do they see?
//@ hint: To look and to take are two operations, and someone may come between them, though each is atomic.
//@ hint: `atomic_exchange` writes and tells what was there before, in one. So does `atomic_flag_test_and_set`.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void lock(void);
int try_lock(void);
void unlock(void);

static atomic_int inside;

static void *enter(void *unused)
{
    lock();
    assert(inside++ == 0);
    inside--;
    unlock();
    if (try_lock()) {
        assert(inside++ == 0);
        inside--;
        unlock();
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, enter, NULL);
    enter(NULL);
    pthread_join(thread, NULL);
}
