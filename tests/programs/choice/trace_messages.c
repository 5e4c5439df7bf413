//@ verdict: violation
//@ kind: assertion
//@ line: 34
//@ concurrent: yes
//@ symbolic: unknown, snprintf
//
// heddle_trace leaves messages in the counterexample; it does not change what
// the threads do.

#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int owner;

static void *work(void *unused)
{
    if (owner == 0) {
        heddle_trace("thread %d takes it", 2);
        owner = 2;
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    if (owner == 0) {
        heddle_trace("thread %d takes it", 1);
        owner = 1;
        assert(owner == 1); // BUG
    }
    pthread_join(t, NULL);
    return 0;
}
