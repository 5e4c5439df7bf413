//@ verdict: verified
//@ concurrent: yes
//@ symbolic: bounded, the loop work:
//
// It is known how often the inner loop goes round, but the outer one has no end: that a branch
// in it is decided does not make its rounds known.

#include <pthread.h>
#include <stddef.h>

static volatile int last;

static void *work(void *unused)
{
    for (;;)
        for (int i = 0; i < 3; i++)
            last = i;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    return last;
}
