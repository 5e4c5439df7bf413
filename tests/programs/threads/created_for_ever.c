//@ verdict: violation
//@ kind: assertion
//@ line: 19
//@ options: --states 2000
//
// Threads without number are created, but four of them are enough for the failure. A
// search that visits near states first must not get lost among states with many threads.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int entered;

static void *enter(void *unused)
{
    int others = atomic_fetch_add(&entered, 1);
    assert(others < 3);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t t;
        pthread_create(&t, NULL, enter, NULL);
    }
}
