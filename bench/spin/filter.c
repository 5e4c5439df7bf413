// The filter lock: THREADS threads go through the critical section ROUNDS times each, one
// at a time. Each level holds one thread back.
//
// filter.pml is the same: the same shared variables, and a step for each access.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

static volatile char level[THREADS];
static volatile char victim[THREADS];
static volatile char inside[THREADS];

static void enter(int me) {
    for (int l = 1; l < THREADS; l++) {
        level[me] = (char)l;
        victim[l] = (char)me;
        for (int k = 0; k < THREADS; k++)
            while (k != me && level[k] >= l && victim[l] == me) {
            }
    }
}

static void *visitor(void *argument) {
    int me = (int)(intptr_t)argument;
    for (int round = 0; round < ROUNDS; round++) {
        enter(me);
        inside[me] = 1;
        for (int k = 0; k < THREADS; k++)
            assert(k == me || !inside[k]);
        inside[me] = 0;
        level[me] = 0;
    }
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, visitor, (void *)(intptr_t)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
