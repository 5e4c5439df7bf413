//@ verdict: verified
//
// A program's own functions of these names win.

#include <assert.h>

static int asked;

int nondet_int(void)
{
    return 7;
}

void __CPROVER_assert(int condition, const char *text)
{
    (void)text;
    asked += !condition;
}

static void __ESBMC_assume(int condition)
{
    asked += condition;
}

int main(void)
{
    assert(nondet_int() == 7);
    __CPROVER_assert(0, "not an assertion");
    __ESBMC_assume(0);
    assert(asked == 1);
    return 0;
}
