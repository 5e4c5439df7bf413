//@ verdict: violation
//@ kind: assertion
//@ line: 15
//
// __VERIFIER_error() is a failed assertion.

extern void __VERIFIER_error(void);

int main(void)
{
    int n = 10;
    while (n > 3)
        n -= 3;
    if (n == 1)
        __VERIFIER_error(); // BUG
    return 0;
}
