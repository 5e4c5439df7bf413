//@ fails: 1
//
// The number of changes has two bits, and is the same again after four.

#include <stdatomic.h>
#include <stdint.h>

enum { NONE = 0xffff };

static atomic_int next[3];
static _Atomic uint32_t top = NONE;

static uint32_t changed(uint32_t old, uint32_t node)
{
    return ((old >> 16) + 1) % 4 << 16 | node;
}

void push(int node)
{
    uint32_t old = top;
    do
        next[node] = old & 0xffff;
    while (!atomic_compare_exchange_strong(&top, &old, changed(old, node)));
}

int pop(void)
{
    uint32_t old = top;
    while ((old & 0xffff) != NONE) {
        uint32_t below = next[old & 0xffff];
        if (atomic_compare_exchange_strong(&top, &old, changed(old, below)))
            return old & 0xffff;
    }
    return -1;
}
