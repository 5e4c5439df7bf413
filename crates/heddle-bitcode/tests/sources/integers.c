// Integers of unusual widths, and what can go wrong with usual ones.
typedef unsigned _BitInt(37) u37;
typedef _BitInt(128) i128b;
typedef unsigned _BitInt(100) u100;
u37 odd = 123456789012;
__int128 wide = ((__int128)0x0123456789abcdefLL << 64) + 7;
__int128 negative = -5;
unsigned __int128 all_ones = ~(unsigned __int128)0;
u100 hundred = (u100)1 << 99;

u37 add(u37 a, u37 b) { return a + b * 3 - (a >> 5); }
i128b big(i128b a, i128b b) { return a * b - 1; }
u100 more(u100 a, unsigned n) { return (a << 7) / (n + 1) + 99999999999999999ULL * a; }
__int128 divide(__int128 a, long b) { return b ? a / b % 7 : a << (b & 127); }
unsigned long high(unsigned long a, unsigned long b) {
    return (unsigned long)(((unsigned __int128)a * b) >> 64);
}
int overflow(int a, int b) {
    int r;
    if (__builtin_add_overflow(a, b, &r)) return -1;
    if (__builtin_mul_overflow(r, b, &r)) return -2;
    return r;
}
unsigned bits(unsigned n) {
    return __builtin_popcount(n) + __builtin_clz(n | 1) + __builtin_ctz(n | 8) +
           __builtin_bswap32(n) + (n << 3 | n >> 29) + __builtin_parity(n);
}
long mixed(char c, short s, int i, long l, _Bool b) {
    c += s;
    i = -i / (s | 1);
    l %= c ? c : 1;
    b = l > i;
    return (unsigned char)c + (signed char)i + (b ? ~l : !l) + (unsigned short)s * (unsigned)i;
}
int exact(int *a, int *b) { return (int)(b - a); }
unsigned rotate(unsigned x, unsigned n) { return x >> (n & 31) | x << (-n & 31); }
int clamp(int x) { return x < 0 ? 0 : x > 255 ? 255 : x; }
_Bool in_range(unsigned x) { return x - 10 < 5; }
