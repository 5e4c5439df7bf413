//@ verdict: verified
//
// Both values of nondet_bool are explored, and no others.

#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    int count = 0;
    for (int i = 0; i < 4; i++)
        if (__VERIFIER_nondet_bool())
            count++;
    assert(count >= 0 && count <= 4);
    return 0;
}
