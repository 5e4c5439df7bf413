//@ verdict: verified
//@ properties: default,data-race
//@ concurrent: yes
//
// Atomic increments lose nothing, in whatever spelling.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter;

static void *work(void *unused)
{
    counter++;
    counter += 2;
    atomic_fetch_add_explicit(&counter, 3, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    assert(counter == 12);
    return 0;
}
