//@ verdict: verified
//@ concurrent: yes
//
// _Exit in a thread ends everything at once, atexit functions are not run.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void never(void) { assert(0); }

static void *work(void *unused)
{
    (void)unused;
    _Exit(0);
}

int main(void)
{
    pthread_t t;
    atexit(never);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    assert(0);
    return 0;
}
