/* Integers of all widths, floats, conversions, builtins. */
typedef _BitInt(24) odd;
typedef long double ld;

unsigned long long sink;

#define USE(x) (sink += (unsigned long long)(x))

static int ints(int a, unsigned b, long long c, unsigned char d, signed char e) {
    int r = a + (int)b - (int)c * d;
    r ^= a << (d & 7);
    r |= a >> (e & 3);
    r += b >> 3;
    if (b) r += (int)(100u / b + 100u % b);
    if (c) r += (int)(100 / c + 100 % c);
    r += a < (int)b, r += b < 7u, r += !d, r += (a && b) || e;
    return a > e ? r : -r;
}

static void bits(unsigned x, unsigned long long y) {
    USE(__builtin_popcount(x) + __builtin_clz(x | 1) + __builtin_ctz(x | 1));
    USE(__builtin_bswap32(x) + __builtin_bswap64(y) + __builtin_bitreverse32(x));
    USE(__builtin_rotateleft32(x, 5) + __builtin_rotateright64(y, 9));
    USE(__builtin_parity(x) + __builtin_ffs((int)x));
    int sum;
    USE(__builtin_add_overflow((int)x, (int)y, &sum));
    USE(__builtin_mul_overflow((int)x, 3, &sum));
    USE(__builtin_sub_overflow(x, (unsigned)y, &x));
    USE(sum + x);
    USE(__builtin_expect(x > 3, 1) + __builtin_constant_p(x));
    odd o = (odd)x;
    o = o * o + 3;
    USE(o);
}

#ifdef __SIZEOF_INT128__
static void wide(unsigned __int128 a, __int128 b, unsigned c) {
    unsigned __int128 p = a * (unsigned __int128)b + a / 7 - a % 11;
    p = p << (c & 63) | p >> 3;
    USE(p);
    USE(p >> 64);
    USE(a < p);
    USE(b < (__int128)p);
    USE((double)p);
}
#endif

static double floats(float f, double d, ld l, int i) {
    double r = f * d + (double)l - i / 2.0;
    r += (float)d + (int)f + (unsigned)d + (long long)r;
    r += __builtin_sqrt(d) + __builtin_fabs(r) + __builtin_floor(d) + __builtin_fmin(r, d);
    if (f < d || r != r || d >= (double)l) r = -r;
    l = l * l + f;
    l = -l;
    USE(l > 3);
    USE((int)l);
    return __builtin_copysign(r, d) + __builtin_fma(d, d, r) + (double)l;
}

union pun {
    float f;
    unsigned u;
};

static unsigned punned(float f) {
    union pun p;
    p.f = f;
    return p.u;
}

int main(int argc, char **argv) {
    USE(ints(argc, 2u, 3, 4, 5));
    bits((unsigned)argc, 77);
#ifdef __SIZEOF_INT128__
    wide((unsigned)argc, argc, (unsigned)argc);
#endif
    USE(floats((float)argc, 2.5, 3.5L, argc));
    USE(punned((float)argc));
    return (int)sink;
}
