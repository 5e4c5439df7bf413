//@ verdict: violation
//@ kind: deadlock
//@ concurrent: yes
//
// A thread waits for a semaphore among its own variables, which nobody can post. Whether it
// can go on is asked in states in which its variables were last those of another state.

#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static int shared;

static void *writer(void *argument)
{
    shared = 0;
    return argument;
}

static void *waiter(void *argument)
{
    shared = 0;
    sem_t own;
    sem_init(&own, 0, 0);
    sem_wait(&own);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, writer, NULL);
    pthread_create(&threads[1], NULL, waiter, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
