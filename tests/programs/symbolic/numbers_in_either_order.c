//@ verdict: verified
//
// Threads are created in an order that is not known, and joined, detached and compared by their
// identifiers.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t shared;
static int seen;

static void *child(void *value)
{
    return value;
}

static void *creator(void *unused)
{
    pthread_t thread;
    void *value;
    pthread_create(&thread, NULL, child, &thread);
    assert(!pthread_equal(thread, pthread_self()));
    assert(pthread_join(thread, &value) == 0 && value == &thread);
    assert(pthread_join(thread, NULL) != 0);
    return unused;
}

static void *itself(void *unused)
{
    seen = pthread_equal(shared, pthread_self()) != 0;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, creator, NULL);
    pthread_create(&shared, NULL, itself, NULL);
    assert(shared != thread && shared > 2 && shared < 5);
    assert(pthread_join(shared, NULL) == 0);
    assert(seen);
    assert(pthread_detach(thread) == 0);
    return 0;
}
