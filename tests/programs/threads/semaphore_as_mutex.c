//@ verdict: verified
//@ concurrent: yes
//
// A semaphore that starts at one protects a counter.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t permit;
static int counter;

static void *work(void *unused)
{
    sem_wait(&permit);
    counter++;
    sem_post(&permit);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&permit, 0, 1);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
