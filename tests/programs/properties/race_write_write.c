//@ verdict: violation
//@ kind: data-race
//@ line: 16
//@ properties: default,data-race
//@ concurrent: yes
//
// Two threads write the same variable without a lock.

#include <pthread.h>
#include <stddef.h>

static int shared;

static void *work(void *unused)
{
    shared = 1; // BUG
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
