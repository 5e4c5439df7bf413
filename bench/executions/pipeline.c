// A row of N threads with a slot between each two: each waits for its slot to be full, and fills the
// next.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 8
#endif

static atomic_int slots[N + 1];

static void *stage(void *argument) {
    int own = (int)(long)argument;
    while (atomic_load(&slots[own]) == 0) {
    }
    atomic_store(&slots[own + 1], atomic_load(&slots[own]) + 1);
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, stage, (void *)i);
    atomic_store(&slots[0], 1);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(atomic_load(&slots[N]) == N + 1);
    return 0;
}
