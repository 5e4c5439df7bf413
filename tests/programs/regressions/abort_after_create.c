//@ verdict: violation
//@ kind: assertion
//@ properties: assertion
//@ concurrent: yes
//
// When only assertions are looked for, abort() just ends the run: but not before others
// had the time for what they do.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int shared;

static void *work(void *unused)
{
    shared++;
    assert(shared == 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    abort();
}
