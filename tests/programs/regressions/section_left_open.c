//@ verdict: violation
//@ kind: assertion
//@ line: 27
//@ concurrent: yes
//
// A thread ends inside its atomic section. The section ends with it, and others go on.

#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int shared;

static void *worker(void *unused)
{
    heddle_atomic_begin();
    shared = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    assert(shared == 0); // BUG
    return 0;
}
