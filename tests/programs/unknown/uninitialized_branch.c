//@ verdict: unknown
//@ reason: uninitialized
//
// A branch on a value that was never written, and nobody asked for that to be a
// violation: neither branch would be right.

#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    int r = 0;
    if (*p > 0)
        r = 1;
    free(p);
    return r;
}
