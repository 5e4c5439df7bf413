//@ verdict: violation
//@ kind: memory
//@ detail: leak
//@ properties: default,leak
//
// A function that has returned holds nothing any more.

#include <stdlib.h>

static int look(void)
{
    char *p = malloc(4);
    p[0] = 3;
    return p[0];
}

int main(void)
{
    int found = look();
    exit(found - 3); // BUG
}
