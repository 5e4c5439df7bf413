//@ verdict: verified
//@ concurrent: yes
//
// A lock is copied while it is locked, and whoever tries the copy asks for its owner.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, copy;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    memcpy(&copy, &lock, sizeof lock);
    assert(pthread_mutex_trylock(&copy) == EBUSY);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
