//@ verdict: unknown
//@ reason: uninitialized
//
// A jump to an address that was never written, and nobody asked for that to be a violation: there
// is no telling where it goes.

#include <stdlib.h>

int main(void)
{
    static void *const labels[] = {&&first, &&second};
    void **p = malloc(sizeof labels);
    goto *p[1];
first:
    free(p);
    return 0;
second:
    free(p);
    return 1;
}
