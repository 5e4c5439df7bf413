//@ verdict: verified
//@ options: --engine bmc
//
// A loop of which it is known that it ends, but not when: the bound that suffices is found, and
// shown to suffice.

#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned rounds = __VERIFIER_nondet_uint() % 6;
    unsigned sum = 0;
    for (unsigned i = 0; i < rounds; i++)
        sum += i;
    assert(sum == rounds * (rounds - 1) / 2 || rounds == 0);
    return 0;
}
