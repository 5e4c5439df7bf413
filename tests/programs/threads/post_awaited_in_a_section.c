//@ verdict: violation
//@ kind: assertion
//@ line: 42
//@ concurrent: yes
//@ symbolic: unknown, waiting in an atomic section
//
// The same with a semaphore, in a function that is atomic as a whole.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static int half_done;
static sem_t full;

static void *poster(void *unused)
{
    sem_post(&full);
    return unused;
}

static void __VERIFIER_atomic_take(void)
{
    half_done = 1;
    sem_wait(&full);
    half_done = 0;
}

static void *taker(void *unused)
{
    __VERIFIER_atomic_take();
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    sem_init(&full, 0, 0);
    pthread_create(&threads[0], NULL, poster, NULL);
    pthread_create(&threads[1], NULL, taker, NULL);
    assert(!half_done); // BUG
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
