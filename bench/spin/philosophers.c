// Dining philosophers, for ever. Every fork is a mutex; the last philosopher takes the
// forks in the other order, so that they never wait in a circle. Nobody eats beside one
// who eats. -DN: how many there are.
//
// philosophers.pml is the same: the same shared variables, and a step for each access to
// them and each operation on a lock.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 8
#endif

static pthread_mutex_t forks[N];
static volatile char eating[N];

static void *philosopher(void *argument) {
    int seat = (int)(intptr_t)argument;
    int first = seat < N - 1 ? seat : 0;
    int second = seat < N - 1 ? seat + 1 : N - 1;
    for (;;) {
        pthread_mutex_lock(&forks[first]);
        pthread_mutex_lock(&forks[second]);
        eating[seat] = 1;
        assert(!eating[(seat + 1) % N]);
        assert(!eating[(seat + N - 1) % N]);
        eating[seat] = 0;
        pthread_mutex_unlock(&forks[second]);
        pthread_mutex_unlock(&forks[first]);
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
