//@ verdict: violation
//@ kind: crash
//@ line: 12
//
// abort is a crash.

#include <stdlib.h>

static void check(int ok)
{
    if (!ok)
        abort(); // BUG
}

int main(void)
{
    check(1);
    check(0);
    return 0;
}
