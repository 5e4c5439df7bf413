// Dining philosophers for ever; the last one is left-handed, so nobody starves the table.
#include <pthread.h>

#ifndef N
#define N 5
#endif

static pthread_mutex_t forks[N];
static int seats[N];

static void *philosopher(void *argument) {
    int seat = *(int *)argument;
    int first = seat, second = (seat + 1) % N;
    if (seat == N - 1) {
        first = 0;
        second = seat;
    }
    for (;;) {
        pthread_mutex_lock(&forks[first]);
        pthread_mutex_lock(&forks[second]);
        pthread_mutex_unlock(&forks[second]);
        pthread_mutex_unlock(&forks[first]);
    }
    return 0;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++) {
        seats[i] = i;
        pthread_create(&threads[i], 0, philosopher, &seats[i]);
    }
    pthread_exit(0);
}
