//@ verdict: violation
//@ kind: assertion
//@ line: 16
//@ concurrent: yes
//
// Of the values that an assumption leaves, one is wrong.

#include <assert.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= -2 && x < 2); assert(x != -1);
    return 0;
}
