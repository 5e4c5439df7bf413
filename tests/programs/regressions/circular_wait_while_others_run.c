//@ verdict: violation
//@ kind: deadlock
//@ concurrent: yes
//
// Two threads wait for each other's lock. A third thread runs on forever, so that the
// program as a whole is never without a thread that can move.

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
static volatile unsigned beat;

static void *heart(void *unused)
{
    for (;;)
        beat = !beat;
    return unused;
}

static void *worker(void *unused)
{
    pthread_mutex_lock(&left);
    pthread_mutex_lock(&right);
    pthread_mutex_unlock(&right);
    pthread_mutex_unlock(&left);
    return unused;
}

int main(void)
{
    pthread_t ticking, working;
    pthread_create(&ticking, NULL, heart, NULL);
    pthread_create(&working, NULL, worker, NULL);
    pthread_mutex_lock(&right);
    pthread_mutex_lock(&left);
    pthread_mutex_unlock(&left);
    pthread_mutex_unlock(&right);
    pthread_join(working, NULL);
    return 0;
}
