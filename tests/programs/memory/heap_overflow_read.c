//@ verdict: violation
//@ kind: memory
//@ detail: out-of-bounds
//@ line: 13
//
// Reads a string whose terminating zero has no room.

#include <stdlib.h>

static size_t length(const char *s)
{
    size_t n = 0;
    while (s[n] != 0) // BUG
        n++;
    return n;
}

int main(void)
{
    char *s = malloc(3);
    s[0] = 'a';
    s[1] = 'b';
    s[2] = 'c';
    size_t n = length(s);
    free(s);
    return (int)n;
}
