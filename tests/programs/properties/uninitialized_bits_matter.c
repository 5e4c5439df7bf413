//@ verdict: violation
//@ kind: uninitialized
//@ line: 19
//@ properties: default,uninitialized
//
// A sum has the bits of its operands only below the lowest that is not known: the carry
// of one more is not.

#include <stdlib.h>

int main(void)
{
    unsigned char *p = malloc(4);
    p[0] = 1;
    p[2] = 0;
    p[3] = 0;
    unsigned sum = *(unsigned *)p + 0xff00;
    int r = 0;
    if (sum & 0x10000) // BUG
        r = 1;
    free(p);
    return r & 0;
}
