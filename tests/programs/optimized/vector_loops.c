//@ verdict: verified
//@ clang: -O3
//@ output: native
//
// Loops that the compiler turns into vector instructions: sums, products,
// minima, byte and short arithmetic, conversion, strided and reversed access.

#include <stdio.h>
#include <stdint.h>

enum { N = 103 };

static int a[N], b[N], c[N];
static unsigned char bytes[N], other[N];
static short shorts[N];
static float floats[N];
static double doubles[N];

__attribute__((noinline)) static void fill(int seed)
{
    for (int i = 0; i < N; i++) {
        a[i] = (i * 37 + seed) % 101 - 50;
        b[i] = (i * 53 + seed) % 97 - 48;
        bytes[i] = (unsigned char)(i * 7 + seed);
        other[i] = (unsigned char)(i * 11);
        shorts[i] = (short)(i * 321);
        floats[i] = (float)i * 0.5f;
        doubles[i] = i * 0.25;
    }
}

__attribute__((noinline)) static int sum(const int *v, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

__attribute__((noinline)) static int dot(void)
{
    int s = 0;
    for (int i = 0; i < N; i++)
        s += a[i] * b[i];
    return s;
}

__attribute__((noinline)) static int smallest(void)
{
    int m = a[0];
    for (int i = 1; i < N; i++)
        m = a[i] < m ? a[i] : m;
    return m;
}

__attribute__((noinline)) static unsigned mix(void)
{
    unsigned h = 0;
    for (int i = 0; i < N; i++)
        h ^= (unsigned)a[i] << (i & 7);
    return h;
}

int main(void)
{
    fill(5);
    printf("%d %d %d %d %u\n", sum(a, N), sum(b, 17), dot(), smallest(), mix());
    for (int i = 0; i < N; i++)
        c[i] = a[i] > b[i] ? a[i] - b[i] : b[i] * 3;
    printf("%d\n", sum(c, N));
    for (int i = 0; i < N; i++)
        bytes[i] = (unsigned char)(bytes[i] + other[i] > 255 ? 255 : bytes[i] + other[i]);
    unsigned total = 0;
    for (int i = 0; i < N; i++)
        total += bytes[i];
    for (int i = 0; i < N; i++)
        c[i] = shorts[N - 1 - i];
    int even = 0, popular = 0;
    for (int i = 0; i < N; i += 2)
        even += c[i];
    for (int i = 0; i < N; i++)
        popular += __builtin_popcount((unsigned)c[i]);
    printf("%u %d %d %d\n", total, sum(c, N), even, popular);
    for (int i = 0; i < N; i++) {
        floats[i] = floats[i] * 2 + 1;
        doubles[i] = (double)a[i] + doubles[i] * doubles[i];
    }
    double check = 0;
    for (int i = 0; i < N; i++)
        check += doubles[i] + (double)floats[i];
    printf("%.4f\n", check);
    uint64_t wide = 0;
    for (int i = 0; i < N; i++)
        wide += (uint64_t)(uint32_t)a[i] * (uint32_t)b[i];
    printf("%llu\n", (unsigned long long)wide);
    return 0;
}
