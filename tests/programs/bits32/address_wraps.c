//@ verdict: verified
//@ clang: -m32
//
// Arithmetic of addresses wraps around at 32 bits.

#include <assert.h>
#include <stdint.h>

int main(void)
{
    int array[3] = {1, 2, 3};
    uintptr_t first = (uintptr_t)array;
    assert(sizeof first == 4);
    assert(*(int *)(first + 0xfffffffcu + 8) == 2);
    assert(*(int *)(uintptr_t)((uint64_t)first + 0x100000008ull) == 3);
    assert((char *)0 - 1 == (char *)UINTPTR_MAX);
    int *last = array + 2;
    assert(last - array == 2 && (intptr_t)((uintptr_t)array - (uintptr_t)last) == -8);
    assert(last > array && array + 3 > last);
    return 0;
}
