#include <pthread.h>

#define N 5
static pthread_mutex_t forks[N];

static void *philosopher(void *arg)
{
    int i = *(int *)arg;
    pthread_mutex_lock(&forks[i]);
    pthread_mutex_lock(&forks[(i + 1) % N]);
    pthread_mutex_unlock(&forks[i]);
    pthread_mutex_unlock(&forks[(i + 1) % N]);
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    int seats[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], 0);
    for (int i = 0; i < N; i++) {
        seats[i] = i;
        pthread_create(&threads[i], 0, philosopher, &seats[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
}
