//@ verdict: unknown
//@ reason: proposition 'counts' writes to 'calls'
//@ options: --ltl 'F P'
//
// What says whether a proposition holds must not change anything.

#include <heddle.h>

static int calls, number;

static int counts(int value)
{
    calls++;
    return value;
}

int main(void)
{
    ap_global(P, counts, number);
    number = 1;
    return 0;
}
