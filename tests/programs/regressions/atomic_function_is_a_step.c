//@ verdict: violation
//@ kind: assertion
//@ concurrent: yes
//
// A call of an atomic function does not belong to the step before it: another thread
// can see what was written just before the call.

#include <assert.h>
#include <pthread.h>

static int x;

void __VERIFIER_atomic_increment(void) { x++; }

static void *work(void *unused)
{
    x = 1;
    __VERIFIER_atomic_increment();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    assert(x != 1); // BUG
    pthread_join(t, NULL);
}
