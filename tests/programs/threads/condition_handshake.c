//@ verdict: verified
//@ properties: default,data-race
//@ concurrent: yes
//
// Waiting for a flag, the right way: the flag is read and written under the
// mutex, and the wait is in a loop.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static bool ready;
static int value;

static void *producer(void *unused)
{
    value = 9;
    pthread_mutex_lock(&mutex);
    ready = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_cond_init(&changed, NULL);
    pthread_create(&t, NULL, producer, NULL);
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    assert(value == 9);
    pthread_join(t, NULL);
    pthread_cond_destroy(&changed);
    return 0;
}
