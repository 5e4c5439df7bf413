//@ verdict: verified
//@ concurrent: yes
//
// While it waits, a thread does not hold the mutex, and when it returns from the
// wait it does.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static bool waiting, woken;

static void *waiter(void *unused)
{
    pthread_mutex_lock(&mutex);
    waiting = true;
    while (!woken)
        pthread_cond_wait(&condition, &mutex);
    assert(pthread_mutex_trylock(&mutex) == EBUSY);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_mutex_lock(&mutex);
    woken = true;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    pthread_join(t, NULL);
    assert(waiting);
    assert(pthread_mutex_trylock(&mutex) == 0);
    pthread_mutex_unlock(&mutex);
    return 0;
}
