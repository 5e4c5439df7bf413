//@ verdict: violation
//@ kind: ltl
//@ options: --ltl 'F served' --fair
//@ temporal: yes
//
// A thread that waits for a mutex can move only now and then, so weak fairness owes it
// nothing: the other may take the lock again before it runs.

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int served;

static void *greedy(void *argument)
{
    (void)argument;
    for (;;) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, greedy, NULL);
    pthread_mutex_lock(&lock);
    served = 1;
    pthread_mutex_unlock(&lock);
    return 0;
}
