//@ verdict: verified
//@ concurrent: yes
//@ symbolic: slow, thousands of rounds
//
// The process ends in the middle of a loop, while another thread waits for ever.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t never;
static unsigned count;

static void *waits(void *unused)
{
    (void)unused;
    sem_wait(&never);
    assert(0);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    sem_init(&never, 0, 0);
    pthread_create(&thread, NULL, waits, NULL);
    for (;;)
        if (++count == 3000)
            exit(0);
}
