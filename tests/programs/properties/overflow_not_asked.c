//@ verdict: verified
//
// Signed overflow wraps around silently unless it is asked for.

#include <assert.h>
#include <limits.h>

static int step(int n) { return n + 1; }

int main(void)
{
    assert(step(INT_MAX) == INT_MIN);
    return 0;
}
