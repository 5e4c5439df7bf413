//@ verdict: violation
//@ kind: assertion
//@ line: 15
//
// However many bytes are to be filled, they are filled up to the last one.

#include <assert.h>
#include <string.h>

static char bytes[20 << 20];

int main(void)
{
    memset(bytes, 1, sizeof bytes);
    assert(bytes[sizeof bytes - 1] == 0); // BUG
    return 0;
}
