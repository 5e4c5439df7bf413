//@ verdict: violation
//@ kind: assertion
//@ concurrent: yes
//
// The semaphore is missed only by a thread that comes while another has it, and is
// already inside of its timed wait when the other gives it back.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t free_places;

static void *other(void *unused)
{
    (void)unused;
    sem_wait(&free_places);
    sem_post(&free_places);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    struct timespec soon = {0, 1};
    sem_init(&free_places, 0, 1);
    pthread_create(&thread, NULL, other, NULL);
    assert(sem_timedwait(&free_places, &soon) == 0); // BUG
    sem_post(&free_places);
    pthread_join(thread, NULL);
    return 0;
}
