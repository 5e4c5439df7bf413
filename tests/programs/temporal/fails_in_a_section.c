//@ verdict: violation
//@ kind: ltl
//@ properties: ltl
//@ options: --ltl 'G "written == 0"'
//@ temporal: yes
//
// A run that fails in the middle of a section ends there, and what was written shows.

#include <assert.h>
#include <heddle.h>

static int written;

int main(void)
{
    heddle_atomic_begin();
    written = 1;
    assert(written == 2);
    written = 0;
    heddle_atomic_end();
    return 0;
}
