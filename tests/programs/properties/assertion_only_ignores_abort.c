//@ verdict: verified
//@ properties: assertion
//
// If only assertions are asked for, abort just ends the run.

#include <stdlib.h>

int main(void)
{
    abort();
}
