//@ verdict: violation
//@ kind: ltl
//@ options: --ltl 'G(first -> X second)'
//@ temporal: yes
//
// With X, every instruction counts: between the two writes there are others.

static volatile int first, between, second;

int main(void)
{
    first = 1;
    between = 1;
    second = 1;
    return 0;
}
