//@ verdict: verified
//@ output: native
//
// How many characters were printed is no free choice.

#include <assert.h>
#include <stdio.h>

int main(void)
{
    int length = printf("three\n");
    assert(length == 6);
    return 0;
}
