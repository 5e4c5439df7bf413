//@ verdict: verified
//@ options: --fair --ltl 'F done'
//@ temporal: yes
//
// The lock is taken and given back in one step, so the other thread can always move.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *taker(void *argument)
{
    (void)argument;
    for (;;) {
        heddle_atomic_begin();
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
        heddle_atomic_end();
    }
    return NULL;
}

static void *worker(void *argument)
{
    (void)argument;
    pthread_mutex_lock(&lock);
    done = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, taker, NULL);
    pthread_create(&threads[1], NULL, worker, NULL);
    pthread_exit(NULL);
}
