//@ verdict: violation
//@ kind: memory
//@ detail: use-after-free
//@ line: 16
//@ clang: -m32
//
// A stale pointer, with 32-bit addresses.

#include <stdlib.h>

int main(void)
{
    int *a = malloc(sizeof *a);
    *a = 1;
    free(a);
    return *a & 0; // BUG
}
