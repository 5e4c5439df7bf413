//@ verdict: violation
//@ kind: overflow
//@ line: 12
//@ properties: default,overflow
//
// A factorial that no longer fits into an int.

static int factorial(int n)
{
    int f = 1;
    for (int i = 2; i <= n; i++)
        f *= i; // BUG
    return f;
}

int main(void)
{
    return factorial(12) + factorial(13) == 0;
}
