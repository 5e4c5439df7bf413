//@ verdict: verified
//@ options: --ltl 'F inside && F G !inside'
//@ temporal: yes
//@ clang: -O1
//
// A function that says something about its variables stays one of its own when the optimizer
// is at work, and what it said ends with them.

#include <heddle.h>

static volatile int seen;

static int is_large(int value)
{
    return value > 2;
}

static void work(int n)
{
    for (int i = 0; i < 2; i++) {
        volatile int sum = n + i;
        ap_local(inside, is_large, sum);
        seen = sum;
    }
}

int main(void)
{
    work(2);
    seen = 0;
    return 0;
}
