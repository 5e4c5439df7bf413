//@ verdict: violation
//@ kind: memory
//@ detail: mismatched-free
//@ line: 14
//
// An object is deleted as if it were an array.

#include <stdlib.h>

int main()
{
    int *p = new int(1);
    *p = 2;
    delete[] p;
    return 0;
}
