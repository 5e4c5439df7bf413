//@ verdict: verified
// What a program ends with is looked at by nobody here: it may be any value.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    return __VERIFIER_nondet_int();
}
