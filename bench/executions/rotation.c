// N threads, each of which turns a number on by one if it finds that of its own.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 7
#endif

static atomic_int turn;

static void *turner(void *argument) {
    int own = (int)(long)argument;
    int expected = own;
    atomic_compare_exchange_strong(&turn, &expected, own + 1);
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, turner, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
