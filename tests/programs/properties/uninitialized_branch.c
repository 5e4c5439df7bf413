//@ verdict: violation
//@ kind: uninitialized
//@ line: 15
//@ properties: default,uninitialized
//
// A branch on a heap word that was never written.

#include <stdlib.h>

int main(void)
{
    int *p = malloc(2 * sizeof *p);
    p[0] = 1;
    int r = 0;
    if (p[1] == 0) // BUG
        r = 1;
    free(p);
    return r & 0;
}
