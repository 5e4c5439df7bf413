//@ verdict: violation
//@ kind: data-race
//@ properties: default,data-race
//@ concurrent: yes
//
// An atomic access on one side only does not help.

#include <pthread.h>
#include <stddef.h>

static int shared;

static void *work(void *unused)
{
    __atomic_store_n(&shared, 1, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    shared = 2;
    pthread_join(t, NULL);
    return 0;
}
