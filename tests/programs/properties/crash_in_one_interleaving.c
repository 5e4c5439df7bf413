//@ verdict: violation
//@ kind: crash
//@ line: 26
//@ concurrent: yes
//
// The process aborts only if the thread is seen between its two steps.

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int phase;

static void *work(void *unused)
{
    phase = 1;
    phase = 2;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    if (phase == 1)
        abort(); // BUG
    pthread_join(t, NULL);
    return 0;
}
