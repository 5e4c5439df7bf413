//@ verdict: unknown
//@ reason: division by zero
//@ options: --ltl 'G small' --prop 'small = 10 / divisor < 9'
//
// An expression that has no value in some state says so.

static volatile int divisor = 2;

int main(void)
{
    divisor = 0;
    return 0;
}
