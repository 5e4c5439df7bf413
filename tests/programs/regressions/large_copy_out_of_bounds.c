//@ verdict: violation
//@ kind: memory
//@ detail: out-of-bounds
//@ line: 16
//
// A copy by which many megabytes are too many for where they go, as a few bytes would be.

#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *to = malloc(17 << 20);
    char *from = calloc(18 << 20, 1);
    if (to != NULL && from != NULL)
        memcpy(to, from, 18 << 20); // BUG
    free(from);
    free(to);
    return 0;
}
