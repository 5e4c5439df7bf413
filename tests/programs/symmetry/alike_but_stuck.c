//@ verdict: violation
//@ kind: deadlock
//@ concurrent: yes
//@ switches: 5
//
// Of three threads that are all alike, the last to come waits for ever, whichever it is; so
// main gets to join one of them, or two, or none.

#include <pthread.h>
#include <semaphore.h>

enum { THREADS = 3 };

static sem_t places;

static void *work(void *unused)
{
    sem_wait(&places);
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];
    sem_init(&places, 0, THREADS - 1);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
