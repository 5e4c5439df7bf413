//@ verdict: violation
//@ kind: assertion
//@ line: 19
//
// __VERIFIER_assume and __VERIFIER_nondet_bool: of the eight triples, one has
// exactly the last two set.

#include <assert.h>
#include <stdbool.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool(), c = __VERIFIER_nondet_bool();
    __VERIFIER_assume(a + b + c == 2);
    __VERIFIER_assume(!a);
    assert(!(b && c)); // BUG
    return 0;
}
