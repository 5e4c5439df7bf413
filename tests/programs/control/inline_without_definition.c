//@ verdict: verified
//
// An inline function of C that no file defines externally is the one that the source has.

#include <assert.h>

static int calls;

inline int square(int n)
{
    return n * n;
}

inline unsigned long factorial(unsigned n)
{
    static const unsigned long first = 1;
    return n == 0 ? first : n * factorial(n - 1);
}

int main(void)
{
    int (*function)(int) = square;
    calls += function(2);
    assert(square(3) + calls == 13);
    assert(factorial(5) == 120);
    return 0;
}
