//@ verdict: violation
//@ kind: assertion
//@ line: 28
//@ concurrent: yes
//
// A post fails at the maximum, and does not if a wait comes first: it must not be made early.

#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t sem;

static void *take(void *unused)
{
    sem_wait(&sem);
    return unused;
}

int main(void)
{
    pthread_t taker;
    sem_init(&sem, 0, SEM_VALUE_MAX);
    pthread_create(&taker, NULL, take, NULL);
    int result = sem_post(&sem);
    assert(result != 0); // BUG
    pthread_join(taker, NULL);
    return 0;
}
