//@ verdict: violation
//@ kind: memory
//@ detail: out-of-bounds
//@ line: 16
//
// Reads the element before the first of a heap block.

#include <stdlib.h>

int main(void)
{
    int *a = calloc(4, sizeof *a);
    int i = 3;
    while (i >= 0)
        i--;
    int v = a[i]; // BUG
    free(a);
    return v & 0;
}
