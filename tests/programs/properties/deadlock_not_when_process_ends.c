//@ verdict: verified
//@ concurrent: yes
//
// A thread that waits for ever is no deadlock if main returns: that ends the
// process.

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
    sem_init(&never, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    return 0;
}
