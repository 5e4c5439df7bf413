// A lock made of one atomic flag, and two threads that use it again and again.
//
// The lock keeps them apart, but it owes nothing to anyone: whoever tries may lose every
// time, even if no thread is ever left out by the scheduler. The run that heddle shows goes
// round in a circle in which thread 1 tries and thread 2 is served.
//
//     heddle check examples/tas_lock.c --ltl 'G(req -> F cs)' --fair
//
// ticket_lock.c is the same with a lock that serves in the order of arrival.
//
// Expected: a violation, with a run that is fair.
//
//@ verdict: violation
//@ kind: ltl
//@ options: --ltl 'G(req -> F cs)' --fair
//@ temporal: yes

#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;

// Thread 1 wants to enter; thread 1 is in.
static atomic_int req, cs;
static atomic_int inside;

static void acquire(void)
{
    while (atomic_flag_test_and_set(&lock)) {
    }
}

static void release(void)
{
    atomic_flag_clear(&lock);
}

static void *first(void *argument)
{
    (void)argument;
    for (;;) {
        req = 1;
        acquire();
        cs = 1;
        heddle_assert(++inside == 1);
        inside--;
        cs = 0;
        req = 0;
        release();
    }
    return NULL;
}

static void *second(void *argument)
{
    (void)argument;
    for (;;) {
        acquire();
        heddle_assert(++inside == 1);
        inside--;
        release();
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
