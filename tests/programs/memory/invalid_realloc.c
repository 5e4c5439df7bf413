//@ verdict: violation
//@ kind: memory
//@ line: 14
//
// realloc of a block that was freed.

#include <stdlib.h>

int main(void)
{
    char *a = malloc(4);
    char *alias = a;
    free(a);
    alias = realloc(alias, 8); // BUG
    free(alias);
    return 0;
}
