//@ verdict: verified
//@ properties: default,leak
//@ options: --malloc-may-fail
//
// Every allocation is tested, and what was allocated before is released.

#include <stdlib.h>
#include <string.h>

static char *copy(const char *s)
{
    char *c = malloc(strlen(s) + 1);
    if (c != NULL)
        strcpy(c, s);
    return c;
}

int main(void)
{
    char *a = copy("a");
    char *b = calloc(4, 1);
    if (a != NULL && b != NULL) {
        char *grown = realloc(b, 8);
        if (grown != NULL)
            b = grown;
        b[0] = a[0];
    }
    free(a);
    free(b);
    return 0;
}
