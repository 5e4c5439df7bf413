//@ verdict: violation
//@ kind: assertion
//@ line: 20
//@ concurrent: yes
//@ symbolic: unknown, the end of the main thread
//
// The last thread to exit runs the handlers, and that need not be main.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_t main_thread;
static atomic_int begun;
static int seen;

static void at_end(void)
{
    assert(!seen || pthread_equal(pthread_self(), main_thread)); // BUG
}

static void *work(void *unused)
{
    begun = 1;
    return unused;
}

int main(void)
{
    pthread_t worker;
    main_thread = pthread_self();
    atexit(at_end);
    pthread_create(&worker, NULL, work, NULL);
    seen = begun;
    pthread_exit(NULL);
}
