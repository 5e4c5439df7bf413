//@ verdict: violation
//@ kind: assertion
//@ line: 10
//@ properties: assertion
// Who asks for assertions asks for calls of error functions, too.
extern void __VERIFIER_error(void);

int main(void)
{
    __VERIFIER_error();
    return 0;
}
