//@ verdict: violation
//@ kind: memory
//@ line: 18
//
// The block behind a stale pointer may have been handed out again. Both blocks
// are gone here, so that the access is wrong whether or not that happened.

#include <stdlib.h>

int main(void)
{
    int *a = malloc(sizeof *a);
    *a = 1;
    free(a);
    int *b = malloc(sizeof *b);
    *b = 2;
    free(b);
    return *a; // BUG
}
