//@ verdict: verified
//@ properties: default,data-race
//@ concurrent: yes
//
// Data published by an atomic flag.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int ready;

static void *sender(void *unused)
{
    data = 42;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, sender, NULL);
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(data == 42);
    pthread_join(t, NULL);
    return 0;
}
