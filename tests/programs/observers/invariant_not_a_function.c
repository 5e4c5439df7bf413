//@ verdict: unknown
//@ reason: heddle_invariant of 'look', which has the type 'int (int)' and not 'int (void)'
//
// A function that needs an argument is no invariant, whatever it is cast to.

#include <heddle.h>

static int look(int x)
{
    return x;
}

int main(void)
{
    heddle_invariant((int (*)(void))(void *)look);
    return 0;
}
