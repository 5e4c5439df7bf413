//@ verdict: verified
//@ concurrent: yes
//
// Two mutexes in opposite order, but the second one only with a limit of time:
// whoever cannot get it gives up, so there is no deadlock.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
    struct timespec soon = {1, 0};
    pthread_mutex_lock(first);
    int r = pthread_mutex_timedlock(second, &soon);
    assert(r == 0 || r == ETIMEDOUT);
    if (r == 0)
        pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *work(void *unused)
{
    both(&b, &a);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    both(&a, &b);
    pthread_join(t, NULL);
    return 0;
}
