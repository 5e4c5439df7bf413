// THREADS threads, each of which adds one ACCESSES times, to CELLS cells in turn: a read and a
// write each time. Some of what they add can get lost. How large a formula becomes depends on
// these three numbers, and on nothing else here.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef ACCESSES
#define ACCESSES 4
#endif
#ifndef CELLS
#define CELLS 1
#endif

static int cells[CELLS];

static void *adder(void *unused) {
    (void)unused;
    for (int i = 0; i < ACCESSES; i++)
        cells[i % CELLS]++;
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    int sum = 0;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, adder, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < CELLS; i++)
        sum += cells[i];
    assert(sum == THREADS * ACCESSES);
    return 0;
}
