//@ verdict: verified
//
// A function that must not throw may catch what it calls throws.

#include <assert.h>

static int calls, caught;

static void work(int limit)
{
    if (++calls > limit)
        throw calls;
}

static void quiet() noexcept
{
    try {
        work(1);
    } catch (int n) {
        caught += n;
    }
}

int main()
{
    quiet();
    quiet();
    assert(caught == 2);
    return 0;
}
