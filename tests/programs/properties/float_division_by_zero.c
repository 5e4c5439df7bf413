//@ verdict: verified
//@ output: native
//
// Division of floating-point numbers by zero is defined.

#include <stdio.h>

static volatile double zero = 0;

int main(void)
{
    printf("%g %g\n", 1 / zero, -1 / zero);
    return 0;
}
