//@ verdict: verified
//@ properties: termination
//@ options: --fair
//@ temporal: yes
//
// The wait ends if the other thread runs at some point.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;

static void *worker(void *argument)
{
    (void)argument;
    ready = 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    while (!ready) {
    }
    pthread_join(thread, NULL);
    return 0;
}
