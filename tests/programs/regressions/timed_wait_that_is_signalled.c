//@ verdict: verified
//@ concurrent: yes
//
// A wait may end by a signal or by itself; the mutex is taken again in one step or in two.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_ready;

static void *work(void *unused)
{
    pthread_mutex_lock(&mutex);
    is_ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct timespec until = {1, 0};
    int result = 0;
    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_lock(&mutex);
    if (!is_ready)
        result = pthread_cond_timedwait(&changed, &mutex, &until);
    assert(is_ready || result != 0);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
