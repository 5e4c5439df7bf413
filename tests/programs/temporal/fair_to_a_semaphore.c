//@ verdict: verified
//@ options: --ltl 'F served' --fair
//@ temporal: yes
//
// Once it is posted a semaphore that nobody else waits for stays so, and a fair scheduler
// lets the waiting thread go on, whatever the other does meanwhile.

#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;
static volatile int served, busy;

static void *poster(void *argument)
{
    (void)argument;
    sem_post(&semaphore);
    for (;;)
        busy = !busy;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, NULL, poster, NULL);
    sem_wait(&semaphore);
    served = 1;
    return 0;
}
