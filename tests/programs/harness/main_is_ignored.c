//@ verdict: verified
//@ options: --thread work
//
// A main beside --thread is a function like any other.

#include <heddle.h>

void *work(void *arg)
{
    heddle_assert(arg == NULL);
    return arg;
}

int main(void)
{
    heddle_assert(!"main runs");
    return 1;
}
