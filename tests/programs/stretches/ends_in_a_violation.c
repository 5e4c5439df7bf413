//@ verdict: violation
//@ kind: assertion
//@ line: 19
//@ concurrent: yes
//@ symbolic: slow, thousands of rounds
//
// Nobody else is there, and the last of many steps is wrong.

#include <assert.h>

static unsigned sum, table[16];

int main(void)
{
    for (unsigned i = 0; i < 4000; i++) {
        sum = sum * 5 + i;
        table[sum % 16]++;
    }
    assert(sum == 0); // BUG
    return 0;
}
