//@ verdict: violation
//@ kind: memory
//@ detail: out-of-bounds
//@ line: 15
//@ clang: -m32
//@ symbolic: unknown, far from what it was made to point to
//
// So far outside that another object may be there: only the search knows that none is.

#include <stdlib.h>

int main(void)
{
    int *array = calloc(4, sizeof *array);
    array[1000] = 1;
    free(array);
    return 0;
}
