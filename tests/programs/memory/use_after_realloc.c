//@ verdict: violation
//@ kind: memory
//@ detail: use-after-free
//@ line: 16
//
// realloc moves the block; a pointer into the old one is stale.

#include <stdlib.h>

int main(void)
{
    int *a = malloc(2 * sizeof *a);
    a[0] = 1;
    int *element = &a[0];
    a = realloc(a, 2000 * sizeof *a);
    *element = 2; // BUG
    free(a);
    return 0;
}
