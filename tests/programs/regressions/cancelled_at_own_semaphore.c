//@ verdict: verified
//@ concurrent: yes
//
// As when a thread waits for a semaphore of its own for ever, but here it is cancelled.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static int shared;

static void *sleeper(void *argument)
{
    shared++;
    sem_t own;
    sem_init(&own, 0, 0);
    sem_wait(&own);
    return argument;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, sleeper, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
