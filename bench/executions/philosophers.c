// N philosophers with a fork between each two; all take the left one first, unless ORDERED.
#include <pthread.h>

#ifndef N
#define N 5
#endif

static pthread_mutex_t forks[N];

static void *philosopher(void *argument) {
    int left = (int)(long)argument, right = (left + 1) % N;
#ifdef ORDERED
    if (left > right) {
        int other = left;
        left = right;
        right = other;
    }
#endif
    pthread_mutex_lock(&forks[left]);
    pthread_mutex_lock(&forks[right]);
    pthread_mutex_unlock(&forks[right]);
    pthread_mutex_unlock(&forks[left]);
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, philosopher, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
