//@ verdict: verified
//@ concurrent: yes
//
// Cleanup handlers run in reverse order when a waiting thread is cancelled: the
// wait has taken the mutex again, and the handler releases it.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int order;

static void note(void *digit) { order = order * 10 + *(int *)digit; }
static void unlock(void *m) { pthread_mutex_unlock(m); }

static void *work(void *unused)
{
    int one = 1, two = 2;
    pthread_cleanup_push(note, &two);
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    pthread_cleanup_push(note, &one);
    for (;;)
        pthread_cond_wait(&never, &mutex);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t t;
    void *result = NULL;
    pthread_create(&t, NULL, work, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    assert(order == 12);
    assert(pthread_mutex_trylock(&mutex) == 0);
    pthread_mutex_unlock(&mutex);
    return 0;
}
