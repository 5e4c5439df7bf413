//@ verdict: violation
//@ kind: memory
//@ detail: null-dereference
//@ line: 19
//@ options: --malloc-may-fail
//
// With --malloc-may-fail the result of malloc has to be tested; the second one
// here is not.

#include <stdlib.h>

int main(void)
{
    int *tested = malloc(sizeof *tested);
    if (tested == NULL)
        return 0;
    *tested = 1;
    int *untested = malloc(sizeof *untested);
    *untested = 2; // BUG
    free(untested);
    free(tested);
    return 0;
}
