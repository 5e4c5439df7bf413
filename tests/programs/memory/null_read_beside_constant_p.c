//@ verdict: violation
//@ kind: memory
//@ detail: null-dereference
//@ line: 15
//
// A value that __builtin_constant_p is asked about is read if something else needs it, and one
// that nobody needs is read as well.

#include <stddef.h>

static int read(int *p)
{
    if (__builtin_constant_p(*p))
        return 1;
    (void)*(p + __builtin_constant_p(*p)); // BUG
    return 0;
}

int main(void)
{
    return read(NULL);
}
