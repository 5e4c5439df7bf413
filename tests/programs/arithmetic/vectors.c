//@ verdict: verified
//@ output: native
//
// The vector types of the compiler: element-wise operators, comparison masks,
// element access, shuffles, conversion, splat.

#include <stdio.h>

typedef int int4 __attribute__((vector_size(16)));
typedef float float4 __attribute__((vector_size(16)));
typedef unsigned char byte16 __attribute__((vector_size(16)));
typedef long long long2 __attribute__((vector_size(16)));

static void show(int4 v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }

int main(void)
{
    int4 a = {1, -2, 3, -4}, b = {10, 20, 30, 40};
    show(a + b);
    show(b - a);
    show(a * b);
    show(b / a);
    show(b % (int4){3, 6, 7, 9});
    show(a & b);
    show(a ^ b);
    show(~a);
    show(-a);
    show(b << (int4){1, 2, 3, 4});
    show(a >> 1);
    show(a < b);
    show(a == (int4){1, 0, 3, 0});
    a[2] = 99;
    int i = 1;
    a[i] += 5;
    show(a);
    show(__builtin_shufflevector(a, b, 0, 4, 3, 7));
    show(a + 100);
    float4 f = {0.5f, 1.5f, -2.5f, 4};
    f = f * f + 1.0f;
    printf("%g %g %g %g\n", (double)f[0], (double)f[1], (double)f[2], (double)f[3]);
    show(__builtin_convertvector(f, int4));
    byte16 bytes = {250, 251, 252, 253, 254, 255};
    bytes += 3;
    for (int k = 0; k < 16; k++)
        printf("%u ", bytes[k]);
    long2 halves = (long2)a;
    printf("\n%llx %llx\n", (unsigned long long)halves[0], (unsigned long long)halves[1]);
    return 0;
}
