//@ verdict: violation
//@ kind: deadlock
//@ concurrent: yes
//
// Each waits for the other to post first.

#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t a, b;

static void *work(void *unused)
{
    sem_wait(&a);
    sem_post(&b);
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&a, 0, 0);
    sem_init(&b, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    sem_wait(&b);
    sem_post(&a);
    pthread_join(t, NULL);
    return 0;
}
