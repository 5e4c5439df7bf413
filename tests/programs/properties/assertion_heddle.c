//@ verdict: violation
//@ kind: assertion
//@ line: 12
//
// heddle_assert is an assertion too, NDEBUG or not.

#include <heddle.h>

int main(void)
{
    for (int i = 0; i < 5; i++)
        heddle_assert(i * i < 16); // BUG
    return 0;
}
