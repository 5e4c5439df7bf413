//@ verdict: verified
//@ concurrent: yes
//
// An error-checking mutex reports what a normal one would punish: relocking by
// the owner, unlocking by somebody else, unlocking when free.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex;

static void *intruder(void *unused)
{
    assert(pthread_mutex_unlock(&mutex) == EPERM);
    return unused;
}

int main(void)
{
    pthread_mutexattr_t attr;
    pthread_t t;
    int type = -1;
    pthread_mutexattr_init(&attr);
    assert(pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK) == 0);
    assert(pthread_mutexattr_gettype(&attr, &type) == 0 && type == PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&mutex, &attr);
    pthread_mutexattr_destroy(&attr);
    assert(pthread_mutex_unlock(&mutex) == EPERM);
    pthread_create(&t, NULL, intruder, NULL);
    assert(pthread_mutex_lock(&mutex) == 0);
    assert(pthread_mutex_lock(&mutex) == EDEADLK);
    assert(pthread_mutex_trylock(&mutex) == EBUSY);
    assert(pthread_mutex_unlock(&mutex) == 0);
    pthread_join(t, NULL);
    return 0;
}
