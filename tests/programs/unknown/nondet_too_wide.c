//@ verdict: unknown
//@ reason: input
//@ symbolic: violation, assertion 15
//
// A branch depends on an integer with too many values to try them all.

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 100)
        assert(n != 123456);
    return 0;
}
