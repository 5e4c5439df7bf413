//@ verdict: verified
//@ concurrent: yes
//@ symbolic: slow, thousands of rounds
//
// A loop that allocates and frees for ever comes back to a state.

#include <stdlib.h>

static int *kept;
static unsigned round;

int main(void)
{
    for (;;) {
        int *fresh = malloc(sizeof *fresh);
        *fresh = 1;
        free(kept);
        kept = fresh;
        round = (round + 1) % 900;
    }
}
