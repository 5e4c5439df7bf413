//@ verdict: verified
//
// Printing decides nothing: an uninitialized value, or an input, may be printed.

#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int never;
    int *p = &never;
    printf("%d %d\n", *p, __VERIFIER_nondet_int());
    fprintf(stderr, "%5d|%-5x\n", *p, (unsigned)*p);
    return 0;
}
