//@ verdict: violation
//@ kind: assertion
//@ line: 14
//
// The number of a thread depends on whether another one is created before.

#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static void *second(void *unused)
{
    assert(pthread_self() != 2); // BUG
    return unused;
}

static void *first(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t thread;
    if (heddle_choose(2)) {
        pthread_create(&thread, NULL, first, NULL);
        pthread_join(thread, NULL);
    }
    pthread_create(&thread, NULL, second, NULL);
    assert(pthread_join(thread, NULL) == 0);
    return 0;
}
