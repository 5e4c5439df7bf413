//@ verdict: verified
//@ output: native
//
// Division truncates towards zero; remainder has the dividend's sign; div and
// ldiv agree; floor division and modulo built from them.

#include <stdio.h>
#include <stdlib.h>

static int floor_div(int a, int b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
static int floor_mod(int a, int b) { return a - floor_div(a, b) * b; }

static unsigned gcd(unsigned a, unsigned b)
{
    while (b != 0) {
        unsigned t = a % b;
        a = b;
        b = t;
    }
    return a;
}

int main(void)
{
    for (int a = -7; a <= 7; a++)
        for (int b = -3; b <= 3; b++)
            if (b != 0) {
                div_t d = div(a, b);
                ldiv_t l = ldiv(a, b);
                printf("%d/%d=%d %d, %d %d, %ld %ld, %d %d\n", a, b, a / b, a % b, d.quot, d.rem, l.quot, l.rem, floor_div(a, b),
                       floor_mod(a, b));
            }
    lldiv_t q = lldiv(-10000000000LL, 3);
    printf("%lld %lld\n", q.quot, q.rem);
    printf("%u %u %u\n", gcd(1071, 462), gcd(17, 5), gcd(0, 9));
    unsigned long long m = 1;
    for (int e = 0; e < 40; e++)
        m = m * 7 % 1000000007;
    printf("%llu\n", m);
    return 0;
}
