//@ verdict: verified
//@ concurrent: yes
//
// The opposite order of two mutexes is harmless behind a common gate.

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(&gate);
    pthread_mutex_unlock(first);
    pthread_mutex_unlock(second);
}

static void *work(void *unused)
{
    both(&a, &b);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    both(&b, &a);
    pthread_join(t, NULL);
    return 0;
}
