// A stack of nodes that are named by their numbers; `top` is -1 if it is empty.

#include <stdatomic.h>

static atomic_int next[3];
static atomic_int top = -1;

void push(int node)
{
    int old = top;
    do
        next[node] = old;
    while (!atomic_compare_exchange_strong(&top, &old, node));
}

int pop(void)
{
    int old = top;
    while (old != -1 && !atomic_compare_exchange_strong(&top, &old, next[old]))
        ;
    return old;
}
