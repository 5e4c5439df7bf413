//@ verdict: violation
//@ kind: memory
//@ detail: out-of-bounds
//@ line: 17
//
// A global array indexed by one too many, with another global behind it.

#include <stdio.h>

static char name[8] = "heddle";
static char secret[8] = "hidden";

int main(void)
{
    int n = 0;
    for (int i = 0; i <= 8; i++)
        n += name[i]; // BUG
    printf("%d %s\n", n, secret);
    return 0;
}
