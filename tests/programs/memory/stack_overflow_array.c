//@ verdict: violation
//@ kind: memory
//@ detail: out-of-bounds
//@ line: 15
//
// A local array indexed beyond its end; its neighbour must not be hit.

#include <assert.h>

static int at(int n) { return n * 2; }

int main(void)
{
    int before[4] = {0}, array[4] = {0}, after[4] = {0};
    array[at(2)] = 1; // BUG
    assert(before[0] == 0 && after[0] == 0);
    return array[0];
}
