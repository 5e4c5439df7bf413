//@ verdict: verified
//@ output: native
//
// The inline assembly that real code uses: compiler barriers, mfence, lfence,
// sfence, pause, rep nop, an empty constraint that hides a value.

#include <stdio.h>

#define hide(x) __asm__ __volatile__("" : "+r"(x))

int main(void)
{
    int a = 1, b = 2;
    __asm__ __volatile__("" ::: "memory");
    __asm__ __volatile__("mfence" ::: "memory");
    __asm__ __volatile__("lfence" ::: "memory");
    __asm__ __volatile__("sfence" ::: "memory");
    __asm__ __volatile__("pause");
    __asm__ __volatile__("rep; nop" ::: "memory");
    __asm__ volatile("nop");
    hide(a);
    __asm__("" : : "r"(b));
    __builtin_ia32_pause();
    printf("%d %d\n", a, b);
    return 0;
}
