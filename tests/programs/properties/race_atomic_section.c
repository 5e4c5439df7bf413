//@ verdict: violation
//@ kind: data-race
//@ properties: default,data-race
//@ concurrent: yes
//
// An atomic section excludes other sections, not a plain access beside it.

#include <pthread.h>
#include <heddle.h>

static int shared;

static void *work(void *unused)
{
    heddle_atomic_begin();
    shared = 1; // BUG
    heddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    int seen = shared;
    pthread_join(t, NULL);
    return seen & 0;
}
