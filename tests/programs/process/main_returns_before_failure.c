//@ verdict: verified
//@ concurrent: yes
//
// What the thread would do wrong after main has returned never happens.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    pthread_mutex_lock(&mutex);
    assert(0);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&mutex);
    pthread_create(&t, NULL, work, NULL);
    return 0;
}
