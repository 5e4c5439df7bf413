//@ verdict: unknown
//@ reason: heddle_unmatched of variable 'steps' of main, which is no static or heap memory
//@ symbolic: verified, it matches no states
//
// What is on a stack cannot be hidden.

#include <heddle.h>

int main(void)
{
    int steps = 0;
    heddle_unmatched(&steps, sizeof steps);
    steps++;
    return 0;
}
