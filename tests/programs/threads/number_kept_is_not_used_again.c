//@ verdict: verified
//@ concurrent: yes
//@ threads: many
//
// A number that the program still has is not given to another thread: one that was joined stays
// joined, and a lock that its owner left behind belongs to nobody who comes later.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

#define THREADS 100

static pthread_mutex_t left_behind = PTHREAD_MUTEX_INITIALIZER;

static void *keep(void *unused)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&left_behind, &attributes);
    pthread_mutex_lock(&left_behind);
    return unused;
}

static void *nothing(void *unused)
{
    return unused;
}

static void *attempt(void *unused)
{
    assert(pthread_mutex_trylock(&left_behind) == EBUSY);
    return unused;
}

int main(void)
{
    pthread_t first, thread;
    pthread_create(&first, NULL, nothing, NULL);
    pthread_join(first, NULL);
    pthread_create(&thread, NULL, keep, NULL);
    pthread_join(thread, NULL);
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&thread, NULL, attempt, NULL);
        assert(pthread_join(first, NULL) == ESRCH);
        pthread_join(thread, NULL);
    }
    return 0;
}
