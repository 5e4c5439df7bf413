//@ verdict: unknown
//@ reason: division by zero
//@ options: --ltl 'G small' --prop 'small = 10 / divisor < 9'
//
// An expression that has no value before the first step says so, too.

static volatile int divisor;

int main(void)
{
    divisor = 2;
    return 0;
}
