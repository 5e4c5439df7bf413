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
    (void)argument;
    shared = 1;
    sem_t own;
    sem_init(&own, 0, 0);
    sem_wait(&own);
    return NULL;
}

static void *writer(void *argument)
{
    (void)argument;
    shared = 2;
    shared = 3;
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, sleeper, NULL);
    pthread_create(&second, NULL, writer, NULL);
    pthread_cancel(first);
    void *result;
    pthread_join(first, &result);
    pthread_join(second, NULL);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
