//@ verdict: violation
//@ kind: assertion
//@ line: 15
//@ concurrent: yes
//@ symbolic: unknown, the end of the main thread
//
// The last thread to exit runs what was registered, by whatever name the function was called.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void at_end(void)
{
    assert(0);
}

static int (*volatile at_exit)(void (*)(void)) = atexit;

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t thread;
    at_exit(at_end);
    pthread_create(&thread, NULL, work, NULL);
    pthread_exit(NULL);
}
