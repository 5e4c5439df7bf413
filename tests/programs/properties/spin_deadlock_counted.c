//@ verdict: bounded
//@ options: --depth 500
//@ reason: 500
//@ symbolic: refused, --depth
//
// A thread that counts its rounds is in a new state in each, and is not taken for one that spins. The
// search would go on for ever.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int go;

static void *count(void *unused)
{
    unsigned long rounds = 0;
    while (!atomic_load(&go))
        rounds++;
    return rounds == 1 ? unused : NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, count, NULL);
    pthread_join(thread, NULL);
    return 0;
}
