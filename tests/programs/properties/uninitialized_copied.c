//@ verdict: verified
//@ properties: default,uninitialized
//@ output: native
//
// Copying what was never written is no use of it: padding, and a structure that
// is filled in part.

#include <stdio.h>
#include <string.h>

struct record {
    char tag;
    long value;
    int unused[4];
};

static struct record make(char tag, long value)
{
    struct record r;
    r.tag = tag;
    r.value = value;
    return r;
}

int main(void)
{
    struct record a = make('a', 1), b, c;
    b = a;
    memcpy(&c, &b, sizeof c);
    memmove(&a, &c, sizeof a);
    printf("%c %ld\n", a.tag, a.value);
    return 0;
}
