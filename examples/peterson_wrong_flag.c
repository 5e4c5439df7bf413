// Peterson's lock with the wrong flag.
//
// right() was written by copying left() and swapping the names; one name was
// missed, and right() raises left's flag. Now left never sees that right wants
// to enter, walks in while right is inside, and a deposit is lost. And right may wait for ever for
// left to lower a flag that it has raised itself.
//
// Expected: a spin deadlock; with --property assertion a violation of the assertion, at every
// optimization level.
//
//@ verdict: violation
//@ kind: assertion
//@ properties: assertion
//@ line: 60
//@ concurrent: yes

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum side { LEFT, RIGHT };

static volatile bool left_wants;
static volatile bool right_wants;
static volatile enum side turn;
static volatile int balance;

static void *left(void *unused)
{
    (void)unused;
    left_wants = true;
    turn = RIGHT;
    while (right_wants && turn == RIGHT)
        ;
    balance = balance + 1;
    left_wants = false;
    return NULL;
}

static void *right(void *unused)
{
    (void)unused;
    left_wants = true; // should be right_wants
    turn = LEFT;
    while (left_wants && turn == LEFT)
        ;
    balance = balance + 1;
    right_wants = false;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, left, NULL);
    pthread_create(&threads[1], NULL, right, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(balance == 2); // can fail
    return 0;
}

//@ switches: 5
