//@ verdict: verified
//@ options: --ltl 'F exited(1)' --ltl '!exited(1) U written' --ltl 'G(joined -> exited(1))' --fair
//@ temporal: yes
//
// Propositions about threads.

#include <pthread.h>
#include <stddef.h>

static volatile int written, joined;

static void *worker(void *argument)
{
    (void)argument;
    written = 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    joined = 1;
    return 0;
}
