//@ verdict: violation
//@ kind: deadlock
//@ concurrent: yes
//
// main has ended its thread, and the other one waits for ever: still a deadlock.

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
    pthread_exit(NULL);
}
