//@ verdict: verified
//@ concurrent: yes
//
// Held once, a recursive mutex is given back by a wait. Held twice, a wait that times out has
// it as often as before.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int is_ready;

static void *announce(void *unused)
{
    pthread_mutex_lock(&lock);
    is_ready = 1;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    struct timespec soon = {1, 0};
    pthread_t thread;
    pthread_mutex_lock(&lock);
    pthread_create(&thread, 0, announce, 0);
    while (!is_ready)
        pthread_cond_wait(&ready, &lock);
    pthread_mutex_lock(&lock);
    assert(pthread_cond_timedwait(&ready, &lock, &soon) == ETIMEDOUT);
    assert(pthread_mutex_unlock(&lock) == 0);
    assert(pthread_mutex_unlock(&lock) == 0);
    assert(pthread_mutex_unlock(&lock) == EPERM);
    pthread_join(thread, 0);
    return 0;
}
