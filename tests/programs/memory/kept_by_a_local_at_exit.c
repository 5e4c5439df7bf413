//@ verdict: verified
//@ properties: default,leak
//
// Variables of functions that have not returned hold what they point to when the process ends,
// whether or not anybody would read them again.

#include <stdint.h>
#include <stdlib.h>

static void leave(void)
{
    uintptr_t number = (uintptr_t)malloc(4);
    if (number)
        exit(0);
}

int main(void)
{
    void *volatile p = malloc(4);
    char *q = malloc(4);
    q[0] = 1;
    leave();
    return 0;
}
