//@ verdict: violation
//@ kind: deadlock
//@ concurrent: yes
//@ symbolic: unknown, waiting in an atomic section
//
// A thread waits for itself inside an atomic section. That main goes on makes it no
// better.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile unsigned beat;

static void *worker(void *unused)
{
    heddle_atomic_begin();
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    heddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    for (;;)
        beat = !beat;
    return 0;
}
