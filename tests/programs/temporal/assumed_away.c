//@ verdict: verified
//@ options: --ltl 'G !bad'
//@ temporal: yes
//
// Runs that contradict an assumption do not count.

#include <heddle.h>

static volatile int bad;

int main(void)
{
    int number = (int)heddle_choose(2);
    heddle_assume(number == 0);
    bad = number;
    return 0;
}
