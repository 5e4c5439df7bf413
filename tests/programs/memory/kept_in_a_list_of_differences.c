//@ verdict: unknown
//@ reason: address was computed with
//@ properties: default,leak
//
// A link of this list is the exclusive or of its neighbours' addresses: nothing is lost, but
// that is not seen. It is not called a leak.

#include <stdint.h>
#include <stdlib.h>

struct node {
    uintptr_t link;
};

static struct node *first, *last;

int main(void)
{
    struct node *middle = malloc(sizeof *middle);
    first = calloc(1, sizeof *first);
    last = calloc(1, sizeof *last);
    middle->link = (uintptr_t)first ^ (uintptr_t)last;
    first->link = (uintptr_t)middle ^ 0x5555555500000000u;
    last->link = (uintptr_t)middle ^ 0x5555555500000000u;
    return 0;
}
