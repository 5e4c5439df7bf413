//@ verdict: verified
//@ concurrent: yes
//
// Chains of threads that wait for locks, with a timed attempt and a recursive lock among
// them. Each chain ends at a thread that can move.

#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void *patient(void *unused)
{
    pthread_mutex_lock(&again);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&again);
    return unused;
}

int main(void)
{
    struct timespec soon = {0, 0};
    pthread_t thread;
    pthread_create(&thread, NULL, patient, NULL);
    pthread_mutex_lock(&b);
    if (pthread_mutex_timedlock(&a, &soon) == 0)
        pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    pthread_mutex_lock(&again);
    pthread_mutex_lock(&again);
    pthread_mutex_unlock(&again);
    pthread_mutex_unlock(&again);
    pthread_join(thread, NULL);
    return 0;
}
