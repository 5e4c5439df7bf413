//@ verdict: violation
//@ kind: memory
//@ detail: out-of-bounds
//@ line: 17
//@ clang: -m32
//
// One element beyond the end, with 32-bit addresses: neighbours in the address
// space do not hide it.

#include <stdlib.h>

int main(void)
{
    int *a = calloc(4, sizeof *a), *b = calloc(4, sizeof *b);
    int sum = 0;
    for (int i = 0; i <= 4; i++)
        sum += a[i]; // BUG
    free(a);
    free(b);
    return sum;
}
