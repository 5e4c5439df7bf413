//@ verdict: unknown
//@ reason: invariant_loops.c:14: invariant 'wait_for_ever' does not return within 1000000 instructions
//@ options: --invariant wait_for_ever
//
// An invariant that does not come to an end.

static volatile int flag;

int wait_for_ever(void);

int wait_for_ever(void)
{
    int turns = 0;
    while (flag == 0) turns++;
    return turns;
}

int main(void)
{
    return flag;
}
