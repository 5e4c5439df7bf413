//@ verdict: verified
//@ properties: default,unreachable
//@ output: native
//
// A promise that is kept.

#include <stdio.h>

enum color { RED, GREEN, BLUE };

static const char *name(enum color c)
{
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    case BLUE: return "blue";
    }
    __builtin_unreachable();
}

int main(void)
{
    for (enum color c = RED; c <= BLUE; c++)
        printf("%s\n", name(c));
    return 0;
}
