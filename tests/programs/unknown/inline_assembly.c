//@ verdict: unknown
//@ reason: inline
//
// Inline assembly with real instructions is not supported.

int main(void)
{
    int a = 2, b = 3;
    __asm__("imull %1, %0" : "+r"(a) : "r"(b) : "cc");
    return a == 6 ? 0 : 1;
}
