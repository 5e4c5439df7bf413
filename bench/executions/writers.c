// N threads write a number, and nobody reads it before all have ended.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 6
#endif

static atomic_int last;

static void *writer(void *argument) {
    atomic_store(&last, (int)(long)argument + 1);
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, writer, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(atomic_load(&last) != 0);
    return 0;
}
