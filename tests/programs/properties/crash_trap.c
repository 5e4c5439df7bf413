//@ verdict: violation
//@ kind: crash
//@ line: 13
//
// __builtin_trap is a crash.

int main(void)
{
    int n = 0;
    for (int i = 0; i < 4; i++)
        n += i;
    if (n == 6)
        __builtin_trap(); // BUG
    return 0;
}
