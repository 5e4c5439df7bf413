//@ verdict: violation
//@ kind: memory
//@ detail: leak
//@ properties: default,leak
//
// That somebody looked at the address as an integer does not hide that nothing holds it.

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(4);
    assert(((uintptr_t)p & 7) == 0);
    p = NULL;
    return p != NULL;
} // BUG
