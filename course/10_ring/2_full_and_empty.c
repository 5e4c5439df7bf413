//@ requirement: A full ring takes no item and keeps what it has; an empty one has none
//@ hint: How many items are in the ring, if `first` were taken and `end` were put?
//@ hint: Nothing may change when there is no room: look first.

#include <assert.h>

int put(int item);
int take(int *item);

int main(void)
{
    int item;
    assert(!take(&item));
    assert(put(1) && put(2) && !put(3));
    assert(take(&item) && item == 1);
    assert(put(4) && !put(5));
    assert(take(&item) && item == 2);
    assert(take(&item) && item == 4);
    assert(!take(&item));
    assert(put(6));
    assert(take(&item) && item == 6);
}
