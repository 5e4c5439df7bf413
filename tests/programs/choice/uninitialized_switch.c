//@ verdict: violation
//@ kind: assertion
//@ line: 33
//
// A switch on a value of which some bits are known goes to the cases that they allow. Here
// all bits are known but the lowest two.

#include <assert.h>
#include <stdlib.h>

int main(void)
{
    unsigned char *p = malloc(1);
    int way = 0;
    *p = (*p & 3) | 8;
    switch (*p) {
    case 3:
        assert(0);
        break;
    case 8:
        way = 1;
        break;
    case 10:
        way = 2;
        break;
    case 16:
        assert(0);
        break;
    default:
        way = 3;
        break;
    }
    assert(way == 1 || way == 3); // BUG
    free(p);
    return 0;
}
