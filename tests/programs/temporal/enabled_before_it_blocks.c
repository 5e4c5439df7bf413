//@ verdict: violation
//@ kind: ltl
//@ properties: ltl
//@ options: --ltl '!F("x == 1" && enabled(1))'
//@ temporal: yes
//
// Between the write and the lock that it will have to wait for, the thread can move.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *argument)
{
    int k = argument != NULL;
    heddle_atomic_begin();
    x = 1;
    heddle_atomic_end();
    k = k * 2 + 1;
    pthread_mutex_lock(&lock);
    x = k + 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&lock);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
