//@ verdict: violation
//@ kind: memory
//@ detail: mismatched-free
//@ line: 14
//
// An object of new is given to free.

#include <stdlib.h>

int main()
{
    int *p = new int(1);
    *p = 2;
    free(p);
    return 0;
}
