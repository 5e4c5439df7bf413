//@ verdict: violation
//@ kind: assertion
//@ line: 24
//@ concurrent: yes
//
// A thread that has not exited yet cannot be joined by trying, but it may exit before: the
// attempt must not be made early.

#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *nothing(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, nothing, NULL);
    int result = pthread_tryjoin_np(thread, NULL);
    assert(result != 0); // BUG
    return 0;
}
