//@ verdict: violation
//@ kind: memory
//@ detail: out-of-bounds
//@ line: 19
//
// A structure assignment (a memcpy of the compiler's) from a block that is too
// small.

#include <stdlib.h>

struct big {
    long values[20];
};

int main(void)
{
    struct big *short_block = calloc(1, 40);
    struct big copy;
    copy = *short_block; // BUG
    free(short_block);
    return (int)copy.values[0];
}
