//@ fails: 1 2
//
// Atomic reads and writes, and nobody looks again.

#include <stdatomic.h>

static atomic_int next[3];
static atomic_int top = -1;

void push(int node)
{
    next[node] = top;
    top = node;
}

int pop(void)
{
    int old = top;
    if (old != -1)
        top = next[old];
    return old;
}
