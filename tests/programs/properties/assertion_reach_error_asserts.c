//@ verdict: violation
//@ kind: assertion
//@ line: 16
//
// What reach_error does with an assertion of its own is no business of anybody: the call is
// reported, where it is made.

#include <assert.h>

extern void __VERIFIER_error(void);
void reach_error(void) { assert(0 && "in here"); }

int main(void)
{
    for (int i = 0; i < 3; i++)
        if (i == 2) reach_error(); // BUG
    return 0;
}
