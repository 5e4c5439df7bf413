//@ verdict: violation
//@ kind: invariant
//@ line: 16
//@ options: --thread first --thread second --invariant in_order
//@ concurrent: yes
//
// Two threads that have nothing to do with each other but for the invariant, which can
// tell who goes first.

int x, y;

void first(void);
void second(void);
int in_order(void);

int in_order(void) // BUG
{
    return x >= y;
}

void first(void)
{
    x = 1;
}

void second(void)
{
    y = 1;
}
