//@ verdict: unknown
//@ reason: in invariant 'look': its result depends on an uninitialized value
//@ options: --invariant look
//
// The result depends on what nobody wrote.

#include <stdlib.h>

static int *box;

int look(void);

int look(void)
{
    return box ? *box : 1;
}

int main(void)
{
    box = malloc(sizeof *box);
    *box = 1;
    free(box);
    return 0;
}
