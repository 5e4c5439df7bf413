//@ verdict: verified
//@ concurrent: yes
//@ symbolic: bounded, loop
//
// Two threads hand a local variable of main to and fro: it is shared, although it is on a stack, and
// whoever waits for it gets on.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static void *answer(void *arg)
{
    atomic_int *ball = arg;
    while (atomic_load(ball) != 1)
        continue;
    atomic_store(ball, 2);
    return NULL;
}

int main(void)
{
    atomic_int ball = 0;
    pthread_t thread;
    pthread_create(&thread, NULL, answer, &ball);
    atomic_store(&ball, 1);
    while (atomic_load(&ball) != 2)
        continue;
    pthread_join(thread, NULL);
    return 0;
}
