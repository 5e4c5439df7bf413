//@ verdict: violation
//@ kind: assertion
//@ line: 39
//@ concurrent: yes
//
// Of two posts just below the maximum the second fails. Which one that is, and whether a wait
// comes between them, is up to the schedule.

#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t sem;
static int failed;

static void *post(void *unused)
{
    failed = sem_post(&sem) != 0;
    return unused;
}

static void *take(void *unused)
{
    sem_wait(&sem);
    return unused;
}

int main(void)
{
    pthread_t poster, taker;
    sem_init(&sem, 0, SEM_VALUE_MAX - 1);
    pthread_create(&poster, NULL, post, NULL);
    pthread_create(&taker, NULL, take, NULL);
    int result = sem_post(&sem);
    pthread_join(poster, NULL);
    pthread_join(taker, NULL);
    assert(result == 0 || failed); // BUG
    return 0;
}
