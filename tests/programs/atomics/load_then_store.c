//@ verdict: violation
//@ kind: assertion
//@ line: 28
//@ concurrent: yes
//
// Atomic accesses do not make an atomic increment: x = x + 1 is a load and a
// store, between which the other thread can come.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter;

static void *work(void *unused)
{
    counter = counter + 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    assert(counter == 2); // BUG
    return 0;
}
