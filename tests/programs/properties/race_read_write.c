//@ verdict: violation
//@ kind: data-race
//@ properties: default,data-race
//@ concurrent: yes
//
// One thread reads while the other may write.

#include <pthread.h>
#include <stddef.h>

static int shared;

static void *work(void *unused)
{
    shared = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    int seen = shared;
    pthread_join(t, NULL);
    return seen > 1;
}
