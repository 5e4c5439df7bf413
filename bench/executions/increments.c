// N threads that add one to a number: N! executions.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 6
#endif

static atomic_int number;

static void *adder(void *unused) {
    (void)unused;
    atomic_fetch_add(&number, 1);
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, adder, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(atomic_load(&number) == N);
    return 0;
}
