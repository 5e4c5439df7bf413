//@ verdict: verified
//@ concurrent: yes
//
// A thread that was cancelled before it waits for a condition variable does not give up the
// mutex on its way to the handler.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int in_between;

static void end(void *unused)
{
    (void)unused;
    in_between = 0;
    pthread_mutex_unlock(&mutex);
}

static void *wait(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(end, NULL);
    in_between = 1;
    pthread_cancel(pthread_self());
    pthread_cond_wait(&cond, &mutex);
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait, NULL);
    pthread_mutex_lock(&mutex);
    assert(!in_between);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
