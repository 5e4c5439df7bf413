//@ verdict: verified
//
// The same kind of leak is no violation unless leaks are asked for.

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
