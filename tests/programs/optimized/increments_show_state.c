//@ verdict: violation
//@ kind: assertion
//@ line: 27
//@ clang: -O0
//@ concurrent: yes
//
// The program of increments_hide_state.c, unoptimized: every access is made.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int steps;

static void *work(void *unused)
{
    steps++;
    steps++;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    int seen = *(volatile int *)&steps;
    assert(seen != 1); // BUG
    pthread_join(t, NULL);
    return 0;
}
