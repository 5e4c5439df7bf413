//@ verdict: violation
//@ kind: memory
//@ detail: double-free
//@ line: 14
//
// A block is freed twice, through two names.

#include <stdlib.h>

int main(void)
{
    void *a = malloc(10), *alias = a;
    free(a);
    free(alias); // BUG
    return 0;
}
