//@ verdict: violation
//@ kind: assertion
//@ line: 14
//
// The violation comes before the unknown function.

#include <assert.h>

extern int launch_rocket(int stages);

int main(void)
{
    int stages = 3;
    assert(stages == 2); // BUG
    return launch_rocket(stages);
}
