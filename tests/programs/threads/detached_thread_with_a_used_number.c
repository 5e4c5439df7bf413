//@ verdict: violation
//@ kind: assertion
//@ line: 27
//@ concurrent: yes
//@ threads: many
//
// Threads that nobody joins: the number of one that has ended goes to a later one, which goes
// wrong if the one before it is late.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#define THREADS 70

static sem_t done;
static int last = -1;

static void *quick(void *index)
{
    return index;
}

static void *late(void *index)
{
    assert(last == (int)(long)index - 1); // BUG
    last = (int)(long)index;
    sem_post(&done);
    return NULL;
}

static void start(void *(*f)(void *), long index)
{
    pthread_t thread;
    pthread_create(&thread, NULL, f, (void *)index);
    if (f == quick)
        pthread_join(thread, NULL);
    else
        pthread_detach(thread);
}

int main(void)
{
    sem_init(&done, 0, 0);
    for (int i = 0; i < THREADS; i++)
        start(quick, i);
    start(late, 0);
    start(late, 1);
    sem_wait(&done);
    sem_wait(&done);
    return 0;
}
