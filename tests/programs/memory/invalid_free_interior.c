//@ verdict: violation
//@ kind: memory
//@ detail: invalid-free
//@ line: 16
//
// free of a pointer into the middle of a block.

#include <stdlib.h>

int main(void)
{
    int *a = malloc(4 * sizeof *a), i = 0;
    while (i < 2)
        i++;
    a += i;
    free(a); // BUG
    return 0;
}
