//@ verdict: verified
//
// Without the option, malloc succeeds: the failure is never explored.

#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    assert(p != NULL);
    *p = 1;
    free(p);
    return 0;
}
