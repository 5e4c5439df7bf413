//@ verdict: unknown
//@ reason: invariant_prints.c:13: invariant 'look' prints something
//@ options: --invariant look
//
// What it prints would be printed as often as the search likes.

#include <stdio.h>

int look(void);

int look(void)
{
    puts("looking");
    return 1;
}

int main(void)
{
    return 0;
}
