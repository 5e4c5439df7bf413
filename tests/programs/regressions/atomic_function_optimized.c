//@ verdict: verified
//@ clang: -O2
//@ concurrent: yes
//
// Atomic functions stay atomic when the program is optimized.

#include <assert.h>
#include <pthread.h>

static volatile int a, b;

static void __VERIFIER_atomic_both(void)
{
    a++;
    b++;
}

static int __VERIFIER_atomic_equal(void) { return a == b; }

static void *work(void *unused)
{
    __VERIFIER_atomic_both();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    assert(__VERIFIER_atomic_equal());
    pthread_join(t, NULL);
}
