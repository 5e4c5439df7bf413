//@ verdict: violation
//@ kind: assertion
//@ line: 29
//@ concurrent: yes
//
// As compare_exchange_loop.c, but only one of the two orders is allowed for.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x = 3;

static void *twice(void *unused)
{
    int old = x;
    while (!atomic_compare_exchange_weak(&x, &old, old * 2))
        ;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, twice, NULL);
    atomic_fetch_add(&x, 1);
    pthread_join(t, NULL);
    assert(x == 8); // BUG
    return 0;
}
