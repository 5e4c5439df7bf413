// N threads that draw a ticket and wait for their turn.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 4
#endif

static atomic_int next_ticket, served;
static int number;

static void *adder(void *unused) {
    (void)unused;
    int ticket = atomic_fetch_add(&next_ticket, 1);
    while (atomic_load(&served) != ticket) {
    }
    number++;
    atomic_store(&served, ticket + 1);
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
