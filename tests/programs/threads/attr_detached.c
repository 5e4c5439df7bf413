//@ verdict: verified
//@ concurrent: yes
//
// Thread attributes: the detach state is kept, and a thread is created detached.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t done;

static void *work(void *unused)
{
    sem_post(&done);
    return unused;
}

int main(void)
{
    pthread_attr_t attr;
    pthread_t t;
    int state = -1;
    size_t size = 0;
    assert(pthread_attr_init(&attr) == 0);
    assert(pthread_attr_getdetachstate(&attr, &state) == 0);
    assert(state == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED) == 0);
    assert(pthread_attr_getdetachstate(&attr, &state) == 0);
    assert(state == PTHREAD_CREATE_DETACHED);
    assert(pthread_attr_setstacksize(&attr, 1 << 20) == 0);
    assert(pthread_attr_getstacksize(&attr, &size) == 0);
    assert(size == 1 << 20);
    sem_init(&done, 0, 0);
    assert(pthread_create(&t, &attr, work, NULL) == 0);
    assert(pthread_attr_destroy(&attr) == 0);
    sem_wait(&done);
    return 0;
}
