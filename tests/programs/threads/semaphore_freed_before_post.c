//@ verdict: violation
//@ kind: memory
//@ detail: use-after-free
//@ line: 21
//@ concurrent: yes
//
// A semaphore is freed before it is posted: the post must not be made before that.

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int taken;

static void *work(void *argument)
{
    sem_t *lock = argument;
    sem_wait(lock);
    taken = 1;
    sem_post(lock); // BUG
    return NULL;
}

int main(void)
{
    pthread_t thread;
    sem_t *lock = calloc(1, sizeof(*lock));
    sem_init(lock, 0, 1);
    pthread_create(&thread, NULL, work, lock);
    if (taken)
        free(lock);
    pthread_join(thread, NULL);
    return 0;
}
