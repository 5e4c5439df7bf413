//@ verdict: verified
//@ output: native
//
// Arithmetic on short and unsigned short: promotion to int, truncation back,
// compound assignment, comparison across signedness.

#include <stdio.h>

static const short S[] = {-32768, -32767, -256, -1, 0, 1, 255, 256, 32766, 32767};
static const unsigned short U[] = {0, 1, 2, 255, 256, 32767, 32768, 40000, 65534, 65535};
enum { COUNT = 10 };

int main(void)
{
    for (int i = 0; i < COUNT; i++) {
        for (int j = 0; j < COUNT; j++) {
            short a = S[i], b = S[j], t = a;
            t += b;
            printf("%hd %hd: %hd ", a, b, t);
            t = a;
            t -= b;
            printf("%hd ", t);
            t = a;
            t *= b;
            printf("%hd %d %d %d ", t, a & b, a | b, a ^ b);
            if (b != 0)
                printf("%d %d ", a / b, a % b);
            unsigned short u = U[i], v = U[j], w = u;
            w += v;
            printf("| %hu %hu: %hu ", u, v, w);
            w = u;
            w -= v;
            printf("%hu ", w);
            w = (unsigned short)((unsigned)u * v);
            printf("%hu ", w);
            if (v != 0)
                printf("%d %d ", u / v, u % v);
            printf("%d%d%d\n", a < u, b == v, a > v);
        }
    }
    return 0;
}
