//@ verdict: verified
//@ concurrent: yes
//
// Doubling and incrementing by compare-and-exchange loops: both orders are
// possible, and nothing else.

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
    int old = x;
    while (!atomic_compare_exchange_strong(&x, &old, old + 1))
        ;
    pthread_join(t, NULL);
    assert(x == 7 || x == 8);
    return 0;
}
