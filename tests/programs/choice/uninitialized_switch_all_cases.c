//@ verdict: verified
//
// A switch on two bits that nobody wrote: all four values have a case, so that there is no way to
// the default. In an atomic section, the choice is part of it.

#include <assert.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int main(void)
{
    unsigned char *p = malloc(1);
    int way = 0;
    __VERIFIER_atomic_begin();
    switch (*p & 3) {
    case 0:
        way = 1;
        break;
    case 1:
        way = 2;
        break;
    case 2:
    case 3:
        way = 3;
        break;
    default:
        way = 4;
        break;
    }
    __VERIFIER_atomic_end();
    assert(way >= 1 && way <= 3);
    free(p);
    return 0;
}
