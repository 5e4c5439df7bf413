//@ verdict: verified
//@ concurrent: yes
//
// A lock as verification tasks write it: an assumption inside an atomic function
// blocks until the lock is free.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern void __VERIFIER_assume(int condition);

static int lock, counter;

static void __VERIFIER_atomic_acquire(void)
{
    __VERIFIER_assume(lock == 0);
    lock = 1;
}

static void __VERIFIER_atomic_release(void) { lock = 0; }

static void *work(void *unused)
{
    __VERIFIER_atomic_acquire();
    counter++;
    __VERIFIER_atomic_release();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    assert(counter == 2);
    return 0;
}
