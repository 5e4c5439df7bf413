//@ verdict: unknown
//@ reason: standard input
//
// Standard input that nobody has given.

#include <stdio.h>

int main(void)
{
    return getchar() == 'x';
}
