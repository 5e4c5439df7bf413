//@ verdict: violation
//@ kind: assertion
//@ line: 17
//@ properties: assertion
//@ concurrent: yes
//
// The end of a variable's scope is an event for a thread that has its address:
// the worker may get there before, and then goes on to the assertion.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *worker(void *argument)
{
    *(int *)argument = 3;
    assert(!"reached in time"); // BUG
    return NULL;
}

static void start(pthread_t *thread)
{
    int local = 1;
    pthread_create(thread, NULL, worker, &local);
}

int main(void)
{
    pthread_t thread;
    start(&thread);
    pthread_join(thread, NULL);
    return 0;
}
