// A chain of N threads, each of which tries the lock of its neighbour while it holds its own.
#include <pthread.h>

#ifndef N
#define N 6
#endif

static pthread_mutex_t locks[N + 1];
static int gone[N];

static void *worker(void *argument) {
    int own = (int)(long)argument;
    pthread_mutex_lock(&locks[own]);
    if (pthread_mutex_trylock(&locks[own + 1]) == 0) {
        gone[own] = 1;
        pthread_mutex_unlock(&locks[own + 1]);
    }
    pthread_mutex_unlock(&locks[own]);
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i <= N; i++)
        pthread_mutex_init(&locks[i], NULL);
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
