//@ verdict: unknown
//@ reason: heddle_metric of 12 bytes, which is no integer
//@ symbolic: verified, it has no use for metrics
//
// A metric is a number.

#include <heddle.h>

static int progress[3];

int main(void)
{
    heddle_metric(&progress);
    return 0;
}
