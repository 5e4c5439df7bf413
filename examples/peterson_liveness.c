// Peterson's lock, used for ever: whoever wants to enter does so at some point.
//
// That holds as long as the scheduler is fair; nothing can be promised to a thread that
// never runs again. The formula stands below, in the source, so that it is checked with
// everything else.
//
//     heddle check --fair examples/peterson_liveness.c
//
// Expected: verified; without --fair, a run in which the left thread wants to enter and is
// never scheduled again.
//
//@ verdict: verified
//@ options: --fair
//@ temporal: yes

#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum side { LEFT, RIGHT };

static atomic_int wants[2], inside[2];
static _Atomic(enum side) turn;

LTL(left_enters, "G(left_wants -> F left_inside)");
LTL(right_enters, "G(right_wants -> F right_inside)");

static int is_set(int flag)
{
    return flag;
}

static void *visitor(void *argument)
{
    enum side me = argument == NULL ? LEFT : RIGHT;
    enum side other = me == LEFT ? RIGHT : LEFT;
    for (;;) {
        wants[me] = 1;
        turn = other;
        while (wants[other] && turn == other) {
        }
        inside[me] = 1;
        heddle_assert(!inside[other]);
        inside[me] = 0;
        wants[me] = 0;
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    ap_global(left_wants, is_set, wants[LEFT]);
    ap_global(left_inside, is_set, inside[LEFT]);
    ap_global(right_wants, is_set, wants[RIGHT]);
    ap_global(right_inside, is_set, inside[RIGHT]);
    pthread_create(&threads[0], NULL, visitor, NULL);
    pthread_create(&threads[1], NULL, visitor, &turn);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
