//@ verdict: violation
//@ kind: memory
//@ detail: invalid-free
//@ line: 12
//
// free of a local variable.

#include <stdlib.h>

static void release(int *p)
{
    free(p); // BUG
}

int main(void)
{
    int local = 0;
    release(&local);
    return local;
}
