//@ verdict: unknown
//@ reason: more than 31 threads beside temporal formulas
//@ options: --ltl 'G(exited(1) -> G exited(1))'
//
// A formula that names a thread means that one: its number is not used again.

#include <pthread.h>
#include <stddef.h>

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
    return 0;
}
