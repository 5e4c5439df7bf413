//@ verdict: verified
//
// A wide nondeterministic value that is only stored and copied decides nothing.

#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    int array[2] = {0, __VERIFIER_nondet_int()};
    unsigned long copy = __VERIFIER_nondet_ulong();
    array[1] = array[1] + 1;
    copy ^= 5;
    (void)copy;
    assert(array[0] == 0);
    return 0;
}
