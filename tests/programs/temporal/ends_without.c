//@ verdict: violation
//@ kind: ltl
//@ options: --ltl 'F done'
//@ temporal: yes
//
// A run that ends stays as it is: one that ends without `done` breaks `F done`.

#include <heddle.h>

static int done;

int main(void)
{
    if (heddle_choose(2))
        done = 1;
    return 0;
}
