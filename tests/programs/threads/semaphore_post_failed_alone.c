//@ verdict: violation
//@ kind: assertion
//@ concurrent: yes
//
// A post that failed while there was one thread fails again, in the same state of that thread,
// when there are two; now it matters who posts first.

#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t full, ready;
static int phase;
static pthread_t other;

static void *post(void *unused)
{
    sem_post(&ready);
    assert(sem_post(&full) == 0);
    return unused;
}

int main(void)
{
    sem_init(&full, 0, SEM_VALUE_MAX);
    sem_init(&ready, 0, 0);
    while (phase < 3) {
        sem_post(&full);
        if (phase == 1) {
            sem_wait(&full);
            pthread_create(&other, NULL, post, NULL);
            sem_wait(&ready);
        }
        phase++;
    }
    return 0;
}
