//@ verdict: violation
//@ kind: memory
//@ detail: leak
//@ properties: default,leak
//
// The only pointer to a block is overwritten.

#include <stdlib.h>

int main(void)
{
    char *p = malloc(10);
    p[0] = 'a';
    p = malloc(20);
    p[0] = 'b';
    free(p);
    return 0;
}
