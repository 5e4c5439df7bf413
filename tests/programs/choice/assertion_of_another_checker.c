//@ verdict: violation
//@ kind: assertion
//@ line: 13
//
// A signed input that nobody declares is extended as the calling convention has it, and an
// assertion of another checker is one.

int main(void)
{
    int small = nondet_char();
    __CPROVER_assume(small > -3);
    for (int i = 0; i < 2; i++)
        __CPROVER_assert(small >= 0, "a char has a sign"); // BUG
    return 0;
}
