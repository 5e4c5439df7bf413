//@ verdict: violation
//@ kind: deadlock
//@ concurrent: yes
//
// Two threads wait for each other. Main gives up the run at some time, but they may be faster:
// the deadlock is there although no run goes on from it.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *unused)
{
    pthread_mutex_lock(&left);
    pthread_mutex_lock(&right);
    pthread_mutex_unlock(&right);
    pthread_mutex_unlock(&left);
    return unused;
}

static void *two(void *unused)
{
    pthread_mutex_lock(&right);
    pthread_mutex_lock(&left);
    pthread_mutex_unlock(&left);
    pthread_mutex_unlock(&right);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, one, NULL);
    pthread_create(&threads[1], NULL, two, NULL);
    heddle_assume(0);
    return 0;
}
