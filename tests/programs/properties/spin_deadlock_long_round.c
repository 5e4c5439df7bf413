//@ verdict: bounded
//@ reason: may spin for ever: it was followed for 100,000 steps
//@ symbolic: bounded, rounds of the loop
//
// A thread that counts its rounds up to 110,000 and begins again: all of its states are explored, but
// it is not followed far enough to tell that it spins. So that there is no spin deadlock is not said.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int go;

static void *count(void *unused)
{
    unsigned rounds = 0;
    while (!atomic_load(&go))
        rounds = (rounds + 1) % 110000;
    return rounds == 1 ? unused : NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, count, NULL);
    pthread_join(thread, NULL);
    return 0;
}
