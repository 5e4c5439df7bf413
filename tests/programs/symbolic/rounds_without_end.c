//@ verdict: bounded
//@ reason: rounds of the loop main:
//@ options: --engine bmc
//
// A loop that may go round as often as an input says: nothing is wrong as far as it was
// looked at.

#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned left = __VERIFIER_nondet_uint();
    unsigned done = 0, all = left;
    while (left != 0) {
        left--;
        done++;
    }
    assert(done == all);
    return 0;
}
