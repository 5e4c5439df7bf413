//@ verdict: violation
//@ kind: assertion
//@ line: 17
//@ concurrent: yes
//
// main does not wait: the thread may fail before main has returned.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int value;

static void *work(void *unused)
{
    assert(value == 1); // BUG
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    value = 1;
    return 0;
}
