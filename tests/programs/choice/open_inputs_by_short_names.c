//@ verdict: unknown
//@ symbolic: violation, assertion 15
//@ reason: input
//
// nondet_int and its kin are inputs: too wide to enumerate, but not to solve for.

int nondet_int(void);
unsigned long nondet_ulong(void);

int main(void)
{
    int a = nondet_int();
    unsigned long b = nondet_ulong();
    if (a > 1000 && b == 3ul * (unsigned)a)
        __VERIFIER_assert(a != 4711);
    return 0;
}
