//@ verdict: verified
//
// Assembly that no run reaches does no harm.

static int multiply(int a, int b)
{
    __asm__("imull %1, %0" : "+r"(a) : "r"(b) : "cc");
    return a;
}

int main(void)
{
    int n = 4;
    while (n > 0)
        n -= 2;
    return n != 0 ? multiply(n, n) : 0;
}
