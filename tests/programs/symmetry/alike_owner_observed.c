//@ verdict: violation
//@ kind: invariant
//@ concurrent: yes
//@ symbolic: unknown, __heddle_invariant
//
// Threads are alike, but an invariant looks which of them has the lock.

#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;
static atomic_int go;

static int the_last_is_not_first(void)
{
    return !(mutex.__data.__owner == 3 && count == 0);
}

static void *worker(void *argument)
{
    while (!go) {
    }
    pthread_mutex_lock(&mutex);
    count++;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    heddle_invariant(the_last_is_not_first);
    for (int i = 0; i < 2; i++) {
        pthread_create(&thread, NULL, worker, NULL);
        pthread_detach(thread);
    }
    go = 1;
    pthread_exit(NULL);
}
