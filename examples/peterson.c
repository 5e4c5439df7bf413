// Peterson's lock.
//
// Mutual exclusion for two threads with nothing but loads and stores. Whoever
// wants to enter says so, then gives way to the other, and waits while the other
// wants to enter and has been given way to. Here the lock protects an account
// that both threads pay into.
//
// Everything the threads share is volatile, the account included: the compiler
// keeps volatile accesses in their order and throws none away, but it may move
// an ordinary access across them.
//
// Expected: verified, at every optimization level. (Interleavings are what is
// checked here; a processor with store buffers needs a fence as well.)
//
//@ verdict: verified
//@ concurrent: yes

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { DEPOSITS = 2 };
enum side { LEFT, RIGHT };

static volatile bool left_wants;
static volatile bool right_wants;
static volatile enum side turn;
static volatile int balance;

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
