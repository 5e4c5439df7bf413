//@ verdict: verified
//@ output: native
//
// Pointers survive being copied byte by byte, swapped, moved by memmove, and
// kept in arrays of structures that realloc moves.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct slot {
    char tag;
    int *target;
};

static void swap(void *a, void *b, size_t n)
{
    unsigned char *p = a, *q = b;
    while (n--) {
        unsigned char t = *p;
        *p++ = *q;
        *q++ = t;
    }
}

int main(void)
{
    int x = 1, y = 2;
    int *p = &x, *q = &y;
    swap(&p, &q, sizeof p);
    printf("%d %d\n", *p, *q);
    struct slot *slots = malloc(2 * sizeof *slots);
    slots[0] = (struct slot){'a', p};
    slots[1] = (struct slot){'b', q};
    swap(&slots[0], &slots[1], sizeof *slots);
    slots = realloc(slots, 10 * sizeof *slots);
    memmove(slots + 1, slots, 2 * sizeof *slots);
    printf("%c%d %c%d\n", slots[1].tag, *slots[1].target, slots[2].tag, *slots[2].target);
    *slots[2].target = 50;
    printf("%d %d\n", x, y);
    free(slots);
    unsigned char bytes[sizeof p];
    for (size_t i = 0; i < sizeof p; i++)
        bytes[sizeof p - 1 - i] = ((unsigned char *)&p)[i];
    int *back;
    for (size_t i = 0; i < sizeof p; i++)
        ((unsigned char *)&back)[i] = bytes[sizeof p - 1 - i];
    printf("%d\n", *back);
    return 0;
}
