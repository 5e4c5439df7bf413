// Peterson's lock without volatile.
//
// The same program as peterson.c, word for word, but for one word: nothing is
// volatile. As written, the lock is right. The optimizer, though, sees variables
// that no other thread can be writing (that would be a data race): it need not
// look at them twice, a flag that is raised and lowered again was never raised,
// and a loop that waits for a change nobody makes may be assumed to end. At -O2
// clang removes the lock altogether; all that is left of each thread is
//
//     balance = balance + 2;
//
// Expected: verified at -O0, a violation of the assertion at -O2
// (heddle check peterson_missing_volatile.c -- -O2).
//
//@ verdict: verified
//@ concurrent: yes

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { DEPOSITS = 2 };
enum side { LEFT, RIGHT };

static bool left_wants;
static bool right_wants;
static enum side turn;
static int balance;

static void *left(void *unused)
{
    (void)unused;
    for (int i = 0; i < DEPOSITS; i++) {
        left_wants = true;
        turn = RIGHT;
        while (right_wants && turn == RIGHT)
            ;
        balance = balance + 1; // only one thread at a time gets here
        left_wants = false;
    }
    return NULL;
}

static void *right(void *unused)
{
    (void)unused;
    for (int i = 0; i < DEPOSITS; i++) {
        right_wants = true;
        turn = LEFT;
        while (left_wants && turn == LEFT)
            ;
        balance = balance + 1;
        right_wants = false;
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, left, NULL);
    pthread_create(&threads[1], NULL, right, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(balance == 2 * DEPOSITS);
    return 0;
}

//@ symbolic: bounded, the loop left:
//@ unwind: 3
