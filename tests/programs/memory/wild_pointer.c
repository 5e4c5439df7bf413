//@ verdict: violation
//@ kind: memory
//@ detail: wild-pointer
//@ line: 14
//
// An integer that never was an address is used as one.

#include <stdint.h>

static volatile uintptr_t number = 0x123456789abcdef0;

int main(void)
{
    *(char *)number = 1; // BUG
    return 0;
}
