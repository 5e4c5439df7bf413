//@ verdict: unknown
//@ reason: input
//@ symbolic: violation, memory 14
//
// An address depends on a value that is too wide to enumerate.

extern unsigned __VERIFIER_nondet_uint(void);

static int table[4];

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    table[i] = 1;
    return 0;
}
