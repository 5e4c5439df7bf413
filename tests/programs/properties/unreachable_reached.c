//@ verdict: violation
//@ kind: unreachable
//@ line: 14
//@ properties: default,unreachable
//
// The programmer promised that this cannot be reached.

static int sign(int n)
{
    if (n > 0)
        return 1;
    if (n < 0)
        return -1;
    __builtin_unreachable(); // BUG
}

int main(void)
{
    int n = 2;
    while (n >= 0)
        n -= sign(n);
    return 0;
}
