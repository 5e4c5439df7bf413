// A lock that hands out tickets, and two threads that use it again and again.
//
// Whoever has drawn a ticket is served when its number comes up, so nobody waits for ever,
// provided that the scheduler leaves no thread out. (Numbers are of one byte and wrap around,
// so the program stays finite.)
//
//     heddle check examples/ticket_lock.c --ltl 'G(req -> F cs)' --fair
//
// tas_lock.c is the same with a lock that owes nothing to anyone. Without --fair this one
// fails, too: then a run counts in which thread 1 is never scheduled again.
//
// Expected: verified.
//
//@ verdict: verified
//@ options: --ltl 'G(req -> F cs)' --fair
//@ temporal: yes

#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uchar next_ticket, now_serving;

// Thread 1 wants to enter; thread 1 is in.
static atomic_int req, cs;
static atomic_int inside;

static void acquire(void)
{
    unsigned char ticket = atomic_fetch_add(&next_ticket, 1);
    while (now_serving != ticket) {
    }
}

static void release(void)
{
    now_serving++;
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
