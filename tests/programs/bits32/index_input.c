//@ verdict: violation
//@ kind: memory
//@ detail: out-of-bounds
//@ line: 18
//@ options: --engine bmc
//@ clang: -m32
//
// Any index: that of the element behind the last is found.

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void)
{
    int array[4] = {1, 2, 3, 4};
    int index = __VERIFIER_nondet_int();
    __VERIFIER_assume(index >= 0);
    return array[index];
}
