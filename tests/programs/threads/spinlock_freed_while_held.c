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
    pthread_spinlock_t *lock = argument;
    pthread_spin_lock(lock);
    taken = 1;
    pthread_spin_unlock(lock); // BUG
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_spinlock_t *lock = calloc(1, sizeof(*lock));
    pthread_spin_init(lock, 0);
    pthread_create(&thread, NULL, work, (void *)lock);
    if (taken)
        free((void *)lock);
    pthread_join(thread, NULL);
    return 0;
}
