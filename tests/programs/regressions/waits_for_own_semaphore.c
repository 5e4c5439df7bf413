//@ verdict: violation
//@ kind: deadlock
//@ concurrent: yes
//@ switches: 5
//
// A thread waits for a semaphore among its own variables, which nobody can post. Whether it
// can go on is asked in states in which its variables were last those of another state.

#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static int shared;

static void *writer(void *argument)
{
    (void)argument;
    shared = 0;
    return NULL;
}

static void *waiter(void *argument)
{
    (void)argument;
    shared = 0;
    sem_t own;
    sem_init(&own, 0, 0);
    sem_wait(&own);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, writer, NULL);
    pthread_create(&second, NULL, waiter, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
