//@ fails: 3
//
// The second always gives way to the first, which may come back for ever.

#include <stdatomic.h>

static atomic_int wants[2];

void enter(int me)
{
    wants[me] = 1;
    while (wants[!me]) {
        if (me == 1) {
            wants[1] = 0;
            while (wants[0])
                ;
            wants[1] = 1;
        }
    }
}

void leave(int me)
{
    wants[me] = 0;
}
