//@ verdict: verified
//@ properties: default,leak
//
// A pointer at an odd place keeps what it points to.

#include <stdlib.h>

struct __attribute__((packed)) packed {
    char first;
    void *memory;
};

static struct packed kept;

int main(void)
{
    kept.memory = malloc(4);
    return 0;
}
