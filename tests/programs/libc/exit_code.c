//@ verdict: verified
//
// A program that ends with a code other than zero is no violation.

#include <stdlib.h>

int main(void)
{
    exit(3);
}
