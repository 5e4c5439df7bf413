//@ verdict: violation
//@ kind: ltl
//@ options: --ltl 'G(trying -> enabled(1))'
//@ temporal: yes
//
// A thread that tries to lock what another holds cannot move.

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int trying;

static void *worker(void *argument)
{
    (void)argument;
    trying = 1;
    pthread_mutex_lock(&lock);
    trying = 0;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
