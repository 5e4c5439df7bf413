//@ verdict: verified
//@ clang: -DNDEBUG
//
// With NDEBUG, assert is not there.

#include <assert.h>

int main(void)
{
    int x = 1;
    assert(x == 2);
    return x - 1;
}
