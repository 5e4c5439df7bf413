// Peterson's lock: two threads make ROUNDS deposits each in the critical section. Right as
// it stands, and wrong in two ways:
//
//   -DMISSING_VOLATILE  the compiler may think that nobody else uses the variables: right
//                       at -O0, wrong when it optimizes
//   -DWRONG_FLAG        the right one has the test of the left one, a copy in which the names
//                       were not swapped: wrong at every level
//
// -DABSTRACT: how much was deposited so far makes no difference to the lock, so states that
// differ in nothing else are taken as one; what counts is whether a deposit was lost.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifdef ABSTRACT
#include <heddle.h>
#endif

#ifndef ROUNDS
#define ROUNDS 5
#endif

#ifdef MISSING_VOLATILE
#define SHARED
#else
#define SHARED volatile
#endif

enum side { LEFT, RIGHT };

static SHARED char left_wants, right_wants;
static SHARED char turn;
static SHARED int left_deposits, right_deposits;
static SHARED int balance;

static void *left(void *unused) {
    (void)unused;
    while (left_deposits < ROUNDS) {
        left_wants = 1;
        turn = RIGHT;
        while (right_wants && turn == RIGHT) {
        }
        assert(balance == left_deposits + right_deposits);
        balance = balance + 1;
        left_deposits = left_deposits + 1;
        left_wants = 0;
    }
    return NULL;
}

static void *right(void *unused) {
    (void)unused;
    while (right_deposits < ROUNDS) {
        right_wants = 1;
        turn = LEFT;
#ifdef WRONG_FLAG
        while (right_wants && turn == RIGHT) {
        }
#else
        while (left_wants && turn == LEFT) {
        }
#endif
        assert(balance == left_deposits + right_deposits);
        balance = balance + 1;
        right_deposits = right_deposits + 1;
        right_wants = 0;
    }
    return NULL;
}

#ifdef ABSTRACT
static void abstract_state(void) {
    heddle_abs[0] = (unsigned char)(balance - left_deposits - right_deposits);
    heddle_abs[1] = left_deposits == ROUNDS;
    heddle_abs[2] = right_deposits == ROUNDS;
}
#endif

int main(void) {
    pthread_t threads[2];
#ifdef ABSTRACT
    heddle_unmatched((const void *)&left_deposits, sizeof left_deposits);
    heddle_unmatched((const void *)&right_deposits, sizeof right_deposits);
    heddle_unmatched((const void *)&balance, sizeof balance);
    heddle_abstraction(abstract_state);
#endif
    pthread_create(&threads[0], NULL, left, NULL);
    pthread_create(&threads[1], NULL, right, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(balance == 2 * ROUNDS);
    return 0;
}
