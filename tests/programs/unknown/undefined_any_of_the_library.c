//@ verdict: unknown
//@ reason: has no model of: longjmp
//@ options: --undefined any
//
// What the standard library does and heddle lacks is not taken for doing nothing.

#include <assert.h>
#include <setjmp.h>

static jmp_buf place;

int main(void)
{
    static int tries;
    tries++;
    assert(tries < 2);
    longjmp(place, 1);
}
