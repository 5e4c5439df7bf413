//@ verdict: verified
//@ clang: -O2
//@ output: native
//
// Code that the optimizer replaces by intrinsics: popcount, byte swap, rotation,
// saturation, minimum, maximum, absolute value, memset, memcpy, strlen.

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

NOINLINE static int bits(uint64_t v)
{
    int n = 0;
    while (v) {
        v &= v - 1;
        n++;
    }
    return n;
}
NOINLINE static uint32_t swapped(uint32_t v) { return v << 24 | (v & 0xff00) << 8 | (v >> 8 & 0xff00) | v >> 24; }
NOINLINE static uint32_t rotated(uint32_t v, unsigned n) { return v << (n & 31) | v >> (-n & 31); }
NOINLINE static uint8_t saturated(uint8_t a, uint8_t b) { return (uint8_t)(a + b < a || a + b > 255 ? 255 : a + b); }
NOINLINE static uint32_t floor_sub(uint32_t a, uint32_t b) { return a > b ? a - b : 0; }
NOINLINE static int clamp(int v, int low, int high) { return v < low ? low : v > high ? high : v; }
NOINLINE static int magnitude(int v) { return v < 0 ? -v : v; }
NOINLINE static void zero(int *p, int n)
{
    for (int i = 0; i < n; i++)
        p[i] = 0;
}
NOINLINE static void copy(int *restrict to, const int *restrict from, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}
NOINLINE static int overflows(int a, int b)
{
    int r;
    return __builtin_add_overflow(a, b, &r) ? -1 : r;
}
NOINLINE static int log2_floor(unsigned v)
{
    int n = -1;
    for (; v; v >>= 1)
        n++;
    return n;
}
NOINLINE static int triangle(int n)
{
    int s = 0;
    for (int i = 1; i <= n; i++)
        s += i;
    return s;
}
NOINLINE static const char *weekday(int n)
{
    switch (n) {
    case 0: return "Monday";
    case 1: return "Tuesday";
    case 2: return "Wednesday";
    case 3: return "Thursday";
    case 4: return "Friday";
    default: return "weekend";
    }
}

int main(void)
{
    for (unsigned i = 0; i < 12; i++) {
        uint32_t v = i * 2654435761u;
        printf("%d %08x %08x %u %u %d %d %d %d %s\n", bits(v * UINT64_C(3)), swapped(v), rotated(v, i * 3), saturated((uint8_t)v, (uint8_t)(v >> 8)),
               floor_sub(v, 0x80000000), clamp((int)v, -1000, 1000), magnitude((int)(v >> 1) - 0x20000000), log2_floor(v), triangle((int)i),
               weekday((int)i));
    }
    int a[20], b[20];
    zero(a, 20);
    a[7] = 77;
    copy(b, a, 20);
    char text[32];
    strcpy(text, "abc");
    strcat(text, "def");
    printf("%d %d %zu %d\n", b[7], b[8], strlen(text), overflows(2147483647, 1));
    printf("plain\n");
    printf("%s\n", text);
    printf("%c", 'x');
    printf("\n");
    return 0;
}
