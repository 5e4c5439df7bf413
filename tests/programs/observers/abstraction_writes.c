//@ verdict: unknown
//@ reason: abstraction_writes.c:14: abstraction 'summarize' writes to 'count'
//@ symbolic: verified, abstractions do nothing there
//
// An abstraction writes heddle_abs and nothing else.

#include <heddle.h>

static int count;

static void summarize(void)
{
    heddle_abs[0] = count > 3;
    count = 0;
}

int main(void)
{
    heddle_abstraction(summarize);
    count = 5;
    return 0;
}
