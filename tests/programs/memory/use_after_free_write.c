//@ verdict: violation
//@ kind: memory
//@ detail: use-after-free
//@ line: 14
//
// Writes through a second pointer to a block that was freed through the first.

#include <stdlib.h>

int main(void)
{
    char *first = malloc(16), *second = first + 8;
    free(first);
    *second = 'x'; // BUG
    return 0;
}
