//@ verdict: violation
//@ kind: memory
//@ detail: mismatched-free
//@ line: 14
//
// Memory of malloc is deleted.

#include <stdlib.h>

int main()
{
    int *p = static_cast<int *>(malloc(sizeof *p));
    *p = 2;
    delete p;
    return 0;
}
