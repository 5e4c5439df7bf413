//@ verdict: violation
//@ kind: memory
//@ detail: out-of-bounds
//@ clang: -m32
//
// Outside of an object by more than the size of its neighbours, in a 32-bit program.

#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    p[8] = 1; // BUG
    free(p);
    free(q);
}
