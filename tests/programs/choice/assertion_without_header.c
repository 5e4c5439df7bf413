//@ verdict: violation
//@ kind: assertion
//@ line: 11
//
// An assertion is one also where the header that makes it a macro was forgotten.

int main(void)
{
    int small = nondet_char();
    assert(small <= 127);
    assert(small < 0 || small * 2 != 200); // BUG
    return 0;
}
