//@ verdict: verified
//@ concurrent: yes
//
// trylock takes a free mutex and reports a taken one, without blocking.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *work(void *unused)
{
    int r = pthread_mutex_trylock(&mutex);
    assert(r == 0 || r == EBUSY);
    if (r == 0) {
        inside++;
        assert(inside == 1);
        inside--;
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    assert(pthread_mutex_trylock(&mutex) == 0);
    assert(pthread_mutex_trylock(&mutex) == EBUSY);
    pthread_mutex_unlock(&mutex);
    return 0;
}
