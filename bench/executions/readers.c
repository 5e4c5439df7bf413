// N readers of one variable that a writer writes, and of one that nobody does: 2^N executions.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 10
#endif

static atomic_int shared, own[N];

static void *writer(void *unused) {
    (void)unused;
    atomic_store(&shared, 1);
    return NULL;
}

static void *reader(void *argument) {
    int number = (int)(long)argument;
    (void)atomic_load(&shared);
    (void)atomic_load(&own[number]);
    return NULL;
}

int main(void) {
    pthread_t threads[N + 1];
    pthread_create(&threads[N], NULL, writer, NULL);
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, reader, (void *)i);
    for (int i = 0; i <= N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
