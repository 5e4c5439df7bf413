//@ verdict: violation
//@ kind: deadlock
//@ clang: -O1
//@ concurrent: yes
//
// Main waits for itself, after a lock that it may or may not have got in time. The worker would
// give up the run, but need not have come to that.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    heddle_assume(unused != NULL);
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct timespec until = {0, 1};
    pthread_create(&thread, NULL, worker, NULL);
    if (pthread_mutex_timedlock(&lock, &until) == 0)
        pthread_mutex_lock(&lock); // BUG
    return 0;
}
