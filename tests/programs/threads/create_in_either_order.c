//@ verdict: violation
//@ kind: assertion
//@ concurrent: yes
//
// Two threads create one each, in either order, which their identifiers tell: the creation
// must not be made early.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *by_other(void *unused)
{
    assert(pthread_self() != 3); // BUG
    return unused;
}

static void *by_main(void *unused)
{
    assert(pthread_self() != 3); // BUG
    return unused;
}

static void *creator(void *unused)
{
    pthread_t thread;
    pthread_create(&thread, NULL, by_other, NULL);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, creator, NULL);
    pthread_create(&second, NULL, by_main, NULL);
    return 0;
}
