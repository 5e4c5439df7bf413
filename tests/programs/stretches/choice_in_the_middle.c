//@ verdict: violation
//@ kind: assertion
//@ line: 23
//@ concurrent: yes
//@ symbolic: slow, thousands of rounds
//
// Long runs before and behind a choice, of which one way is wrong.

#include <assert.h>
#include <heddle.h>

static unsigned sum;

int main(void)
{
    for (unsigned i = 0; i < 2500; i++)
        sum += i;
    unsigned chosen = heddle_choose(3);
    for (unsigned i = 0; i < 2500; i++)
        sum ^= i * chosen;
    // Two is a shift to the left of one.
    unsigned even = sum & 1;
    assert(chosen != 2 || even); // BUG
    return 0;
}
