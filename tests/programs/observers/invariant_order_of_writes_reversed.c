//@ verdict: violation
//@ kind: invariant
//@ line: 15
//@ options: --thread first --thread second --invariant in_order
//@ concurrent: yes
//
// As invariant_order_of_writes.c, for the other order.

int x, y;

void first(void);
void second(void);
int in_order(void);

int in_order(void) // BUG
{
    return y >= x;
}

void first(void)
{
    x = 1;
}

void second(void)
{
    y = 1;
}
