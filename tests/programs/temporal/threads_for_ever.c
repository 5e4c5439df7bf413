//@ verdict: verified
//@ concurrent: yes
//@ temporal: yes
//@ options: --ltl 'G(busy -> F !busy)' --fair
//
// A server that starts a thread for each request, for ever: it has finitely many states, since
// numbers of threads are used again.

#include <pthread.h>
#include <stddef.h>

int busy;

static void *serve(void *unused)
{
    busy = 1;
    busy = 0;
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, NULL, serve, NULL);
        pthread_join(thread, NULL);
    }
}
