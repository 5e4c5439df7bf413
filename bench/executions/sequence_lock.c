// A writer of two numbers, N times, that counts before and after; two readers that try until they
// have seen both of one time.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

static atomic_int sequence, first, second;

static void *writer(void *unused) {
    (void)unused;
    for (int i = 1; i <= N; i++) {
        atomic_fetch_add(&sequence, 1);
        atomic_store(&first, i);
        atomic_store(&second, i);
        atomic_fetch_add(&sequence, 1);
    }
    return NULL;
}

static void *reader(void *unused) {
    (void)unused;
    for (;;) {
        int before = atomic_load(&sequence);
        if (before % 2 != 0)
            continue;
        int one = atomic_load(&first), other = atomic_load(&second);
        if (atomic_load(&sequence) != before)
            continue;
        assert(one == other);
        return NULL;
    }
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, writer, NULL);
    pthread_create(&threads[1], NULL, reader, NULL);
    pthread_create(&threads[2], NULL, reader, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
