// What a step costs must not depend on how much memory lies around what it touches: two
// threads write to an array of SIZE bytes, 8 bytes a step, at the same few places whatever
// its size. Each keeps to its own half, so that states depend on how far both are only.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 64
#endif
#ifndef STEPS
#define STEPS 200
#endif

enum { CELLS = SIZE / 8, HALF = CELLS / 2, PLACES = 4, STRIDE = HALF / PLACES };

static volatile uint64_t cells[CELLS];

static void *writer(void *argument) {
    int start = (int)(intptr_t)argument * HALF;
    for (int i = 1; i <= STEPS; i++)
        cells[start + i % PLACES * STRIDE] = (uint64_t)i;
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, writer, (void *)(intptr_t)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
