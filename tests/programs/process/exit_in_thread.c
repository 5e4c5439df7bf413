//@ verdict: verified
//@ concurrent: yes
//
// exit in a thread ends the process while main waits for ever: no deadlock, and
// main gets no further.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t never;

static void *work(void *unused)
{
    (void)unused;
    exit(0);
}

int main(void)
{
    pthread_t t;
    sem_init(&never, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    sem_wait(&never);
    assert(0);
    return 0;
}
