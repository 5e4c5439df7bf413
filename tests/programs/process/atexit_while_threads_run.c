//@ verdict: violation
//@ kind: assertion
//@ line: 18
//@ concurrent: yes
//
// While atexit functions run, other threads are still there.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void check(void)
{
    int a = x, b = x;
    assert(a == b); // BUG
}

static void *work(void *unused)
{
    x = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    atexit(check);
    pthread_create(&t, NULL, work, NULL);
    return 0;
}
