//@ verdict: verified
//@ output: native
//
// __int128: addition, multiplication, division, shifts and comparison, signed
// and unsigned, printed in halves.

#include <stdint.h>
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void show(const char *what, u128 v)
{
    printf("%s %016llx%016llx\n", what, (unsigned long long)(v >> 64), (unsigned long long)v);
}

static u128 make(uint64_t high, uint64_t low)
{
    return (u128)high << 64 | low;
}

int main(void)
{
    u128 values[] = {0,
                     1,
                     3,
                     make(0, UINT64_MAX),
                     make(1, 0),
                     make(0x123456789abcdef0, 0x0fedcba987654321),
                     make(0x8000000000000000, 0),
                     make(UINT64_MAX, UINT64_MAX),
                     make(0, 10000000000)};
    int n = sizeof values / sizeof values[0];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u128 a = values[i], b = values[j];
            show("+", a + b);
            show("-", a - b);
            show("*", a * b);
            show("^", (a & b) | (a ^ b));
            if (b) {
                show("/", a / b);
                show("%", a % b);
                i128 c = (i128)(a >> 1), d = (i128)b;
                show("s/", (u128)(c / d));
                show("s%", (u128)(-c % d));
            }
            printf("%d%d%d%d%d\n", a < b, a <= b, a == b, (i128)a < (i128)b, (i128)a >= (i128)b);
        }
    u128 v = make(0xf123456789abcdef, 0x0011223344556677);
    for (int s = 0; s < 128; s += 9) {
        show("<<", v << s);
        show(">>", v >> s);
        show("s>>", (u128)((i128)v >> s));
    }
    u128 factorial = 1;
    for (int i = 2; i <= 34; i++)
        factorial *= (unsigned)i;
    char digits[48];
    int p = sizeof digits - 1;
    digits[p] = 0;
    for (u128 rest = factorial; rest; rest /= 10)
        digits[--p] = (char)('0' + (int)(rest % 10));
    printf("34! = %s\n", digits + p);
    printf("%.6e %.6e\n", (double)factorial, (double)(i128)-5);
    show("from double", (u128)1e30);
    return 0;
}
