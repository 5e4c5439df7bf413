//@ verdict: violation
//@ kind: deadlock
//@ concurrent: yes
//
// A thread that waits for itself after an atomic section. Main does not join it, and may still
// be there when this happens.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    heddle_atomic_begin();
    heddle_atomic_end();
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock); // BUG
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    return 0;
}
