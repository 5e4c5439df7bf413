// A ring for two items. `first` counts those that were taken, `end` those that were put.

#include <stdatomic.h>

enum { ROOM = 2 };

static int items[ROOM];
static atomic_uint first, end;

int put(int item)
{
    unsigned position = end++;
    if (position - first > ROOM)
        return 0;
    items[position % ROOM] = item;
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
