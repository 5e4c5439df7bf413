//@ verdict: violation
//@ kind: memory
//@ detail: out-of-bounds
//
// strcpy forgets room for the terminating zero.

#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *text = "twelve bytes";
    char *copy = malloc(strlen(text));
    strcpy(copy, text);
    free(copy);
    return 0;
}
