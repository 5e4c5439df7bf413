//@ verdict: unknown
//@ reason: more than 31 threads beside temporal formulas
//@ options: --ltl 'F done' --fair
//
// Fairness is known for so many threads at a time only.

#include <pthread.h>
#include <stddef.h>

#define THREADS 40

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static volatile int done;

static void *worker(void *argument)
{
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    return argument;
}

int main(void)
{
    pthread_t threads[THREADS];
    pthread_mutex_lock(&gate);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    pthread_mutex_unlock(&gate);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    done = 1;
    return 0;
}
