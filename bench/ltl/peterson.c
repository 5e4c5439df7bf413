// Peterson's lock, for ever. Each thread counts its visits modulo ROUNDS, which makes the
// state space as large as one likes. Formula: G(wants0 -> F inside0).
//
// peterson.pml is the same: the same shared variables, and a step for each access.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef ROUNDS
#define ROUNDS 10
#endif

static volatile char interested[2];
static volatile char turn;
static volatile char inside[2];

static void *visitor(void *argument) {
    int me = (int)(intptr_t)argument;
    int other = 1 - me;
    for (int round = 0;; round = (round + 1) % ROUNDS) {
        interested[me] = 1;
        turn = (char)other;
        while (interested[other] && turn == other) {
        }
        inside[me] = 1;
        inside[me] = 0;
        interested[me] = 0;
    }
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, visitor, (void *)(intptr_t)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
