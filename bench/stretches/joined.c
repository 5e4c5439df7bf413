// A long way of main, which has joined its threads.

#include <pthread.h>
#include <stdlib.h>

static unsigned state, table[1024];

static void *work(void *heap)
{
    *(unsigned *)heap += 1;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    unsigned *heap = calloc(4096, sizeof *heap);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, heap + i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < ROUNDS; i++) {
        state = state * 1664525u + 1013904223u;
        table[state % 1024] += i;
        heap[state % 4096] = state ^ i;
    }
    free(heap);
    return 0;
}
