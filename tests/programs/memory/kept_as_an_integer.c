//@ verdict: verified
//@ properties: default,leak
//
// Addresses that are kept as integers, with a mark, or across two words are kept.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uintptr_t plain, marked;
static char bytes[2 * sizeof(void *)];

int main(void)
{
    plain = (uintptr_t)malloc(4);
    marked = (uintptr_t)malloc(4) | 1;
    uintptr_t third = (uintptr_t)malloc(4);
    memcpy(bytes + 3, &third, sizeof third);
    return 0;
}
