// One thread, and a long way: writes to static variables and to the heap.

#include <stdlib.h>

static unsigned state, table[1024];

int main(void)
{
    unsigned *heap = malloc(4096 * sizeof *heap);
    for (unsigned i = 0; i < ROUNDS; i++) {
        state = state * 1664525u + 1013904223u;
        table[state % 1024] += i;
        heap[state % 4096] = state ^ i;
    }
    free(heap);
    return 0;
}
