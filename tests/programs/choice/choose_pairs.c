//@ verdict: violation
//@ kind: assertion
//@ line: 15
//
// Choices combine: exactly one of the 27 triples breaks the assertion.

#include <assert.h>
#include <heddle.h>

int main(void)
{
    int number = 0;
    for (int i = 0; i < 3; i++)
        number = number * 3 + (int)heddle_choose(3);
    assert(number != 14); // BUG
    return 0;
}
