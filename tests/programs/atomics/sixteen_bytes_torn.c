//@ verdict: violation
//@ kind: assertion
//@ line: 29
//@ concurrent: yes
//
// The same pair written in two halves: a reader can see one new and one old.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static struct {
    atomic_long low, high;
} shared;

static void *writer(void *unused)
{
    shared.low = 7;
    shared.high = 7;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    long low = shared.low, high = shared.high;
    assert(low == high); // BUG
    pthread_join(t, NULL);
    return 0;
}
