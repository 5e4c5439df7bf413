// N philosophers for ever; forks are ticket locks, taken in the order of their numbers.
// Formula: G(hungry -> F eating), both of philosopher 0.
//
// philosophers.pml is the same: the same shared variables, and a step for each access.
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif
enum { TICKETS = 4 };

static volatile unsigned char next_ticket[N], now_serving[N];
static volatile char hungry, eating;

static void take(int fork) {
    heddle_atomic_begin();
    unsigned char ticket = next_ticket[fork];
    next_ticket[fork] = (unsigned char)((ticket + 1) % TICKETS);
    heddle_atomic_end();
    while (now_serving[fork] != ticket) {
    }
}

static void put(int fork) {
    heddle_atomic_begin();
    now_serving[fork] = (unsigned char)((now_serving[fork] + 1) % TICKETS);
    heddle_atomic_end();
}

static void *philosopher(void *argument) {
    int me = (int)(intptr_t)argument;
    int other = (me + 1) % N;
    int first = me < other ? me : other;
    int second = me < other ? other : me;
    for (;;) {
        if (me == 0)
            hungry = 1;
        take(first);
        take(second);
        if (me == 0) {
            eating = 1;
            eating = 0;
            hungry = 0;
        }
        put(second);
        put(first);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, philosopher, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
