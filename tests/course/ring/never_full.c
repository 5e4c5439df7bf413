//@ fails: 1 2 3
//
// The newest item is more important than the oldest.

#include <stdatomic.h>

enum { ROOM = 2 };

static int items[ROOM];
static atomic_uint first, end;

int put(int item)
{
    unsigned position = end;
    items[position % ROOM] = item;
    end = position + 1;
    return 1;
}

int take(int *item)
{
    unsigned position = first;
    if (position == end)
        return 0;
    *item = items[position % ROOM];
    first = position + 1;
    return 1;
}
