//@ verdict: verified
//@ concurrent: yes
//
// A thread that waits on a semaphore nobody posts is cancelled while it waits, or
// before it begins to.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t never;

static void *work(void *unused)
{
    sem_wait(&never);
    return unused;
}

int main(void)
{
    pthread_t t;
    void *result = NULL;
    sem_init(&never, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
