//@ requirement: It is loaded once
//@ hint: Two threads see that it is not loaded. One waits for the lock; what does it do when it gets it?
//@ hint: Look again when you have the lock.

#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

const int *configuration(void);

static atomic_int loads;

int load(void)
{
    assert(loads++ == 0);
    return 42;
}

static void *ask(void *unused)
{
    configuration();
    return unused;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, ask, NULL);
    ask(NULL);
    ask(NULL);
    pthread_join(other, NULL);
    assert(loads == 1);
}
