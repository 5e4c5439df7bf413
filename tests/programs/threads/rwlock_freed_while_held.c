//@ verdict: violation
//@ kind: memory
//@ detail: use-after-free
//@ line: 20
//@ concurrent: yes
//
// A lock is freed while a thread holds it: its release must not be made before that.

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int taken;

static void *work(void *argument)
{
    pthread_rwlock_t *lock = argument;
    pthread_rwlock_wrlock(lock);
    taken = 1;
    pthread_rwlock_unlock(lock); // BUG
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_rwlock_t *lock = calloc(1, sizeof(*lock));
    pthread_rwlock_init(lock, NULL);
    pthread_create(&thread, NULL, work, lock);
    if (taken)
        free(lock);
    pthread_join(thread, NULL);
    return 0;
}
