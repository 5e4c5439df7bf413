//@ verdict: violation
//@ kind: memory
//@ detail: out-of-bounds
//@ line: 19
//
// An eight-byte write that begins inside a block and ends outside.

#include <stdlib.h>

struct big {
    int a;
    long long b;
};

int main(void)
{
    struct big *p = malloc(12);
    p->a = 1;
    p->b = 2; // BUG
    free(p);
    return 0;
}
