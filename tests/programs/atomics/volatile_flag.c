//@ verdict: verified
//@ concurrent: yes
//@ symbolic: bounded, the loop main:
//
// Busy waiting on a volatile flag, with a yield. (A data race by the book, but
// nobody asked for that here.)

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static volatile int ready, value;

static void *work(void *unused)
{
    value = 3;
    ready = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    while (!ready)
        sched_yield();
    assert(value == 3);
    pthread_join(t, NULL);
    return 0;
}
