//@ verdict: violation
//@ kind: memory
//@ detail: mismatched-free
//@ line: 14
//
// An array is deleted as if it were a single object.

#include <stdlib.h>

int main()
{
    int *p = new int[2]();
    p[1] = 1;
    delete p;
    return 0;
}
