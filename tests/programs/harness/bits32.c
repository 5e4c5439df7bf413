//@ verdict: verified
//@ options: --init setup --thread number=-1 --thread pointer=7 --invariant fine
//@ clang: -m32
//@ concurrent: yes
//
// The same with 32-bit pointers.

#include <heddle.h>

int x = -1;

void setup(void)
{
    x = 0;
}

int fine(void)
{
    return x >= 0;
}

void number(unsigned n)
{
    heddle_assert(n == 0xffffffff);
    __atomic_add_fetch(&x, 1, __ATOMIC_SEQ_CST);
}

void *pointer(void *p)
{
    heddle_assert((unsigned long)p == 7);
    __atomic_add_fetch(&x, 1, __ATOMIC_SEQ_CST);
    return p;
}
