//@ verdict: violation
//@ kind: spin-deadlock
//@ concurrent: yes
//@ symbolic: bounded, loop
//
// One waits for a lock, and its owner waits by spinning for what the other would do then.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int is_ready;

static void *worker(void *unused)
{
    pthread_mutex_lock(&mutex);
    atomic_store(&is_ready, 1);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_lock(&mutex);
    while (!atomic_load(&is_ready))
        continue;
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    return 0;
}
