// A lock whose tickets run out of numbers.
//
// Who wants to enter draws a ticket, and may do so when the number that is served has reached
// it. Numbers are of 32 bits, and start again with zero after the last one: then whoever
// draws zero finds that it was reached long ago, and enters beside the holder of the last
// number. A test would have to draw four billion tickets before. Here the lock has been in
// use for a while already, and how long is an input:
//
//     heddle check --engine bmc examples/ticket_wrap.c
//     heddle check --engine bmc examples/ticket_wrap.c -- -DFIXED
//
// With -DFIXED numbers are compared by their distance, which does not mind the wrap.
//
// Expected: a violation of the assertion; verified with -DFIXED.
//
//@ verdict: violation
//@ kind: assertion
//@ line: 53
//@ options: --engine bmc

#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

unsigned __VERIFIER_nondet_uint(void);

enum { THREADS = 2 };

static _Atomic uint32_t next_ticket, now_serving;
static atomic_int inside;

static int is_served(uint32_t ticket)
{
#ifdef FIXED
    return (int32_t)(now_serving - ticket) >= 0;
#else
    return now_serving >= ticket;
#endif
}

static void acquire(void)
{
    uint32_t ticket = atomic_fetch_add(&next_ticket, 1);
    heddle_assume(is_served(ticket)); // it waits for as long as that takes
}

static void *visitor(void *unused)
{
    (void)unused;
    acquire();
    heddle_assert(atomic_fetch_add(&inside, 1) == 0); // can fail
    atomic_fetch_sub(&inside, 1);
    now_serving++;
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    next_ticket = now_serving = __VERIFIER_nondet_uint();
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, visitor, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
