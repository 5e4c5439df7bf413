//@ verdict: verified
//
// _Exit runs no atexit functions: the assertion is never reached.

#include <assert.h>
#include <stdlib.h>

static void never(void) { assert(0); }

int main(void)
{
    atexit(never);
    _Exit(0);
}
