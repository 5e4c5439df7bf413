//@ verdict: unknown
//@ reason: which is not a static variable
//@ options: --ltl 'F P'
//
// What ap_global is about must be there all the time.

#include <heddle.h>
#include <stdlib.h>

static int positive(int value)
{
    return value > 0;
}

int main(void)
{
    int *number = malloc(sizeof *number);
    *number = 1;
    ap_global(P, positive, *number);
    free(number);
    return 0;
}
