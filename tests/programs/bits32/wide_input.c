//@ verdict: violation
//@ kind: assertion
//@ options: --engine bmc
//@ clang: -m32
//
// Inputs of 64 bits and of 32: one value of the first is wrong, and no other.

#include <assert.h>

long long __VERIFIER_nondet_longlong(void);
unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    long long wide = __VERIFIER_nondet_longlong();
    unsigned long narrow = __VERIFIER_nondet_ulong();
    assert(narrow + 0ull <= 0xffffffffull);
    assert(wide * 3 != 0x123456789abcdefLL);
    return 0;
}
