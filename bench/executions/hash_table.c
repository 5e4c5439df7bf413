// N threads put four numbers each into a table with compare-and-swap, at mostly different slots.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 12
#endif
#define SLOTS 128
#define EACH 4

static atomic_int table[SLOTS];

static void *filler(void *argument) {
    int thread = (int)(long)argument;
    for (int i = 0; i < EACH; i++) {
        int number = (i + 1) * 11 + thread;
        int slot = number * 7 % SLOTS;
        int empty = 0;
        while (!atomic_compare_exchange_strong(&table[slot], &empty, number)) {
            slot = (slot + 1) % SLOTS;
            empty = 0;
        }
    }
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, filler, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
