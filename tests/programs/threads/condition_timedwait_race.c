//@ verdict: violation
//@ kind: assertion
//@ line: 38
//@ concurrent: yes
//
// However generous the limit, time may run out before the signal comes.

#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static bool ready;

static void *work(void *unused)
{
    pthread_mutex_lock(&mutex);
    ready = true;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t t;
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += 3600;
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&mutex);
    if (!ready)
        pthread_cond_timedwait(&condition, &mutex, &limit);
    assert(ready); // BUG
    pthread_mutex_unlock(&mutex);
    pthread_join(t, NULL);
    return 0;
}
