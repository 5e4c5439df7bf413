//@ verdict: unknown
//@ reason: invariant_allocates.c:14: invariant 'look' allocates memory
//@ options: --invariant look
//
// Memory of the heap would be part of the state.

#include <stdlib.h>

int look(void);

int look(void)
{
    int good = 1;
    char *copy = malloc(10);
    good = copy != NULL;
    free(copy);
    return good;
}

int main(void)
{
    return 0;
}
