// A long way of a thread for which main waits.

#include <pthread.h>
#include <stdlib.h>

static unsigned state, table[1024], *heap;

static void *work(void *unused)
{
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        state = state * 1664525u + 1013904223u;
        table[state % 1024] += i;
        heap[state % 4096] = state ^ i;
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;
    heap = calloc(4096, sizeof *heap);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    free(heap);
    return 0;
}
