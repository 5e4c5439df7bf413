//@ verdict: verified
//@ concurrent: yes
//
// A function whose name begins with __VERIFIER_atomic_ is one step.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void __VERIFIER_atomic_increment(int by)
{
    int old = counter;
    counter = old + by;
}

static void *work(void *unused)
{
    __VERIFIER_atomic_increment(2);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    __VERIFIER_atomic_increment(3);
    pthread_join(t, NULL);
    assert(counter == 5);
    return 0;
}
