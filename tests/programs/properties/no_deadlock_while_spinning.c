//@ verdict: verified
//@ concurrent: yes
//@ symbolic: bounded, the loop work:
//
// A thread that spins for ever is not blocked: not a deadlock.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int go = 1;

static void *work(void *unused)
{
    while (go)
        ;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    go = 0;
    pthread_join(t, NULL);
    return 0;
}
