//@ verdict: verified
//@ concurrent: yes
//@ symbolic: bounded, the loop serve:
//@ unwind: 2
//
// Two threads that serve for ever and count what they did. The counters never come back
// to what they were, so there are infinitely many states; what matters of them is whose
// turn it is, which is what their difference says.

#include <heddle.h>

static unsigned served[2];

// Who is ahead, and whether by more than one.
static void summarize(void)
{
    int ahead = (int)(served[0] - served[1]);
    heddle_abs[0] = (unsigned char)(ahead + 1);
    heddle_abs[1] = ahead < 0 || ahead > 1;
}

static void serve(int me)
{
    for (;;) {
        heddle_atomic_begin();
        int is_turn = me == 0 ? served[0] == served[1] : served[0] > served[1];
        if (is_turn)
            served[me]++;
        int ahead = (int)(served[0] - served[1]);
        heddle_assert(ahead == 0 || ahead == 1);
        heddle_atomic_end();
#ifndef __HEDDLE__
        if (served[1] == 1000)
            return;
#endif
    }
}

static void *other(void *unused)
{
    serve(1);
    return unused;
}

int main(void)
{
    heddle_unmatched(served, sizeof served);
    heddle_abstraction(summarize);
    heddle_thread(other, NULL);
    serve(0);
}
