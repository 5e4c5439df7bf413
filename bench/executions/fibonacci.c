// Two threads that add the other's number to their own, N times each: it never gets beyond the
// Fibonacci number.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 4
#endif

static atomic_int first = 1, second = 1;

static void *add_to_first(void *unused) {
    (void)unused;
    for (int i = 0; i < N; i++)
        atomic_store(&first, atomic_load(&first) + atomic_load(&second));
    return NULL;
}

static void *add_to_second(void *unused) {
    (void)unused;
    for (int i = 0; i < N; i++)
        atomic_store(&second, atomic_load(&second) + atomic_load(&first));
    return NULL;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, NULL, add_to_first, NULL);
    pthread_create(&other, NULL, add_to_second, NULL);
    int below = 1, limit = 1;
    for (int i = 0; i <= 2 * N; i++) {
        int next = below + limit;
        below = limit;
        limit = next;
    }
    assert(atomic_load(&first) <= limit && atomic_load(&second) <= limit);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
