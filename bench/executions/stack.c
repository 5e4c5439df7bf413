// A lock-free stack of indexes: N threads push a number each, N others pop one.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

static atomic_int top;
static atomic_int below[N + 1];

static void *push(void *argument) {
    int own = (int)(long)argument + 1;
    int seen = atomic_load(&top);
    do {
        atomic_store(&below[own], seen);
    } while (!atomic_compare_exchange_strong(&top, &seen, own));
    return NULL;
}

static void *pop(void *unused) {
    (void)unused;
    int seen = atomic_load(&top);
    while (seen != 0 && !atomic_compare_exchange_strong(&top, &seen, atomic_load(&below[seen]))) {
    }
    return NULL;
}

int main(void) {
    pthread_t threads[2 * N];
    for (long i = 0; i < N; i++) {
        pthread_create(&threads[2 * i], NULL, push, (void *)i);
        pthread_create(&threads[2 * i + 1], NULL, pop, NULL);
    }
    for (int i = 0; i < 2 * N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
