//@ verdict: violation
//@ kind: memory
//@ detail: out-of-bounds
//@ line: 14
//
// Writes one element beyond the end of a heap block.

#include <stdlib.h>

int main(void)
{
    int *a = malloc(4 * sizeof *a);
    for (int i = 0; i <= 4; i++)
        a[i] = i; // BUG
    free(a);
    return 0;
}
