//@ verdict: verified
//@ properties: default,data-race
//@ concurrent: yes
//
// Thread-local variables: initialized anew in every thread, at different
// addresses, and not shared.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static _Thread_local int counter = 10;
static __thread int zeroed[3];
static int *address;

static int next(void)
{
    static _Thread_local int calls;
    return ++calls;
}

static void *work(void *unused)
{
    assert(counter == 10 && zeroed[2] == 0);
    counter += 5;
    zeroed[2]++;
    assert(next() == 1 && next() == 2);
    assert(counter == 15 && zeroed[2] == 1);
    return unused;
}

static void *look(void *unused)
{
    assert(address != &counter);
    assert(*address == 15);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    work(NULL);
    pthread_join(a, NULL);
    address = &counter;
    pthread_create(&a, NULL, look, NULL);
    pthread_join(a, NULL);
    return 0;
}
