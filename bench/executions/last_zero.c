// One thread looks for the last zero of an array, from behind; N others write what stands before
// their place, plus one.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 10
#endif

static atomic_int array[N + 1];

static void *writer(void *argument) {
    int at = (int)(long)argument;
    atomic_store(&array[at + 1], atomic_load(&array[at]) + 1);
    return NULL;
}

static void *reader(void *unused) {
    (void)unused;
    int at = N;
    while (atomic_load(&array[at]) != 0)
        at--;
    return NULL;
}

int main(void) {
    pthread_t threads[N + 1];
    pthread_create(&threads[N], NULL, reader, NULL);
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, writer, (void *)i);
    for (int i = 0; i <= N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
