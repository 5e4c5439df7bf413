//@ verdict: violation
//@ kind: memory
//@ detail: leak
//@ properties: default,leak
//@ clang: -O2
//
// An optimizer stores pointers atomically as integers.

#include <stdatomic.h>
#include <stdlib.h>

void *_Atomic kept;

int main(void)
{
    atomic_store(&kept, malloc(4));
    atomic_store(&kept, NULL);
    return 0; // BUG
}
