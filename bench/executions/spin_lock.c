// N threads in turn behind a lock that they spin on, reading before they try.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

static atomic_int is_locked;
static int number;

static void *adder(void *unused) {
    (void)unused;
    do {
        while (atomic_load(&is_locked)) {
        }
    } while (atomic_exchange(&is_locked, 1));
    number++;
    atomic_store(&is_locked, 0);
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, adder, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(number == N);
    return 0;
}
