//@ verdict: verified
//@ concurrent: yes
//
// A detached thread runs on its own; a semaphore says when it has come by.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t done;
static int value;

static void *work(void *unused)
{
    value = 5;
    sem_post(&done);
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&done, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    assert(pthread_detach(t) == 0);
    sem_wait(&done);
    assert(value == 5);
    return 0;
}
