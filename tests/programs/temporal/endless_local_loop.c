//@ verdict: violation
//@ kind: termination
//@ properties: termination
//@ options: --fair
//@ temporal: yes
//
// A loop that nobody else could notice.

#include <heddle.h>

int main(void)
{
    int number = (int)heddle_choose(2);
    while (number)
        number = 3 - number;
    return 0;
}
