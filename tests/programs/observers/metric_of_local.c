//@ verdict: unknown
//@ reason: heddle_metric of variable 'progress' of main, which is not a static variable
//@ symbolic: verified, it has no use for metrics
//
// A metric must be there in every state.

#include <heddle.h>

int main(void)
{
    int progress = 0;
    heddle_metric(&progress);
    progress++;
    return 0;
}
