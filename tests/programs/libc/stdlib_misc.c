//@ verdict: verified
//@ output: native
//
// abs and its family, getenv of something unset, rand within its range and
// repeatable, rand_r, a_to_b conversions by hand.

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    printf("%d %ld %lld\n", abs(-5), labs(-6000000000L), llabs(-7LL));
    printf("%d\n", getenv("HEDDLE_SURELY_NOT_SET") == NULL);
    srand(1);
    int first = rand(), second = rand();
    srand(1);
    assert(rand() == first && rand() == second);
    int inside = 1;
    for (int i = 0; i < 50; i++) {
        int r = rand();
        inside &= r >= 0 && r <= RAND_MAX;
    }
    unsigned seed = 5, again = 5;
    int same = rand_r(&seed) == rand_r(&again);
    printf("%d %d\n", inside, same);
    return 0;
}
