//@ verdict: verified
//@ options: --ltl 'G("after == 1" -> !inside)' --ltl 'F("during == 1" && inside)'
//@ temporal: yes
//
// What is said until a function returns ends there, though no variable of its own does.

#include <heddle.h>

static int during, after;

static int holds(int value)
{
    return value >= 0;
}

static void work(void)
{
    ap_local(inside, holds, during);
    during = 1;
}

int main(void)
{
    work();
    after = 1;
    return 0;
}
