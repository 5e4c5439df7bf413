//@ verdict: violation
//@ kind: memory
//@ detail: invalid-free
//@ line: 16
//
// free of a global array.

#include <stdlib.h>

static char global[16];
static char *pointer = global;

int main(void)
{
    pointer[0] = 1;
    free(pointer); // BUG
    return 0;
}
