//@ verdict: unknown
//@ reason: more than 31 threads beside temporal formulas
//@ options: --ltl 'F done' --fair
//
// Fairness is known for so many threads only.

#include <pthread.h>
#include <stddef.h>

static volatile int done;

static void *worker(void *argument)
{
    return argument;
}

int main(void)
{
    for (int i = 0; i < 40; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, worker, NULL);
        pthread_join(thread, NULL);
    }
    done = 1;
    return 0;
}
