//@ verdict: verified
//@ output: native
//
// Every binary and unary operator on signed char and unsigned char, over values
// at the edges of the types. The results are truncated back to eight bits.

#include <stdio.h>

static const signed char S[] = {-128, -127, -2, -1, 0, 1, 2, 3, 126, 127};
static const unsigned char U[] = {0, 1, 2, 3, 127, 128, 129, 200, 254, 255};
enum { COUNT = 10 };

int main(void)
{
    for (int i = 0; i < COUNT; i++) {
        for (int j = 0; j < COUNT; j++) {
            signed char a = S[i], b = S[j];
            signed char add = (signed char)(a + b), sub = (signed char)(a - b), mul = (signed char)(a * b);
            signed char and = a & b, or = a | b, xor = a ^ b;
            printf("%d %d: %d %d %d %d %d %d", a, b, add, sub, mul, and, or, xor);
            if (b != 0)
                printf(" %d %d", (signed char)(a / b), (signed char)(a % b));
            printf(" %d%d%d%d%d%d\n", a < b, a <= b, a > b, a >= b, a == b, a != b);
        }
    }
    for (int i = 0; i < COUNT; i++) {
        for (int j = 0; j < COUNT; j++) {
            unsigned char a = U[i], b = U[j];
            unsigned char add = (unsigned char)(a + b), sub = (unsigned char)(a - b), mul = (unsigned char)(a * b);
            unsigned char and = a & b, or = a | b, xor = a ^ b;
            printf("%u %u: %u %u %u %u %u %u", a, b, add, sub, mul, and, or, xor);
            if (b != 0)
                printf(" %u %u", (unsigned char)(a / b), (unsigned char)(a % b));
            printf(" %d%d%d%d%d%d\n", a < b, a <= b, a > b, a >= b, a == b, a != b);
        }
    }
    for (int i = 0; i < COUNT; i++) {
        signed char s = S[i], s2 = S[i];
        unsigned char u = U[i], u2 = U[i];
        s++;
        s2--;
        u++;
        u2--;
        printf("%d: %d %d %d %d %d | %u: %u %u %u %u %u\n", S[i], (signed char)-S[i], (signed char)~S[i], !S[i], s, s2, U[i],
               (unsigned char)-U[i], (unsigned char)~U[i], !U[i], u, u2);
    }
    return 0;
}
