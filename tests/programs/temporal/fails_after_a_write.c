//@ verdict: verified
//@ properties: ltl
//@ options: --ltl 'F "written == 1"' --ltl 'F is(ended)'
//@ temporal: yes
//
// The run ends with the failure, right behind the write: what was written is there at its
// end.

#include <assert.h>

static int written;

int main(void)
{
    written = 1;
    assert(written == 2);
    return 0;
}
