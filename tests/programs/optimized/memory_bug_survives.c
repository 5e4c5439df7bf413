//@ verdict: violation
//@ kind: memory
//@ detail: out-of-bounds
//@ line: 13
//@ clang: -O2
//
// An access out of bounds is still found after optimization.

#include <stdlib.h>

__attribute__((noinline)) static void set(volatile int *p, int i)
{
    p[i] = 1; // BUG
}

int main(void)
{
    int *p = malloc(3 * sizeof *p);
    for (int i = 0; i < 4; i++)
        set(p, i);
    free(p);
    return 0;
}
