// Float operations as the host's C has them. Each line of input has two operands for each of
// `double`, `long double` and `__float128`, in hexadecimal; each line of output has a result.

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef unsigned __int128 bits;

__float128 sqrtf128(__float128);

static void show(const char *name, const void *value, size_t size) {
    bits b = 0;
    memcpy(&b, value, size);
    printf("%s %016" PRIx64 "%016" PRIx64 "\n", name, (uint64_t)(b >> 64), (uint64_t)b);
}

static int read_bits(bits *b) {
    uint64_t high, low;
    if (scanf("%" SCNx64 " %" SCNx64, &high, &low) != 2)
        return 0;
    *b = (bits)high << 64 | low;
    return 1;
}

#define SHOW(name, type, size, ...)                                                                \
    do {                                                                                           \
        type result = (__VA_ARGS__);                                                               \
        show(name, &result, size);                                                                 \
    } while (0)

#define ARITHMETIC(format, type, size, x, y)                                                       \
    SHOW(format " add", type, size, x + y);                                                        \
    SHOW(format " sub", type, size, x - y);                                                        \
    SHOW(format " mul", type, size, x *y);                                                         \
    SHOW(format " div", type, size, x / y);                                                        \
    SHOW(format " less", char, 1, x < y);                                                          \
    SHOW(format " equal", char, 1, x == y);                                                        \
    SHOW(format " double", double, 8, (double)x);                                                  \
    SHOW(format " single", float, 4, (float)x);                                                    \
    SHOW(format " extended", long double, 10, (long double)x);                                     \
    SHOW(format " quad", __float128, 16, (__float128)x);                                           \
    if (x > -0x1p63 && x < 0x1p63)                                                                 \
        SHOW(format " i64", int64_t, 8, (int64_t)x);                                               \
    SHOW(format " of_i64", type, size, (type)(int64_t)number);                                     \
    SHOW(format " of_u64", type, size, (type)(uint64_t)number);                                    \
    SHOW(format " of_i128", type, size, (type)(__int128)number)

int main(void) {
    bits number, d[2], l[2], q[2];
    while (read_bits(&number) && read_bits(&d[0]) && read_bits(&d[1]) && read_bits(&l[0]) &&
           read_bits(&l[1]) && read_bits(&q[0]) && read_bits(&q[1])) {
        double dx, dy;
        long double lx, ly;
        __float128 qx, qy;
        memcpy(&dx, &d[0], 8), memcpy(&dy, &d[1], 8);
        memcpy(&lx, &l[0], 10), memcpy(&ly, &l[1], 10);
        memcpy(&qx, &q[0], 16), memcpy(&qy, &q[1], 16);
        int by = (int)(number % 2300) - 1150;
        ARITHMETIC("double", double, 8, dx, dy);
        SHOW("double rem", double, 8, fmod(dx, dy));
        SHOW("double sqrt", double, 8, sqrt(dx));
        SHOW("double floor", double, 8, floor(dx));
        SHOW("double rint", double, 8, rint(dx));
        SHOW("double round", double, 8, round(dx));
        SHOW("double fma", double, 8, fma(dx, dy, dx));
        SHOW("double ldexp", double, 8, ldexp(dx, by));
        SHOW("double sin", double, 8, sin(dx));
        SHOW("double pow", double, 8, pow(dx, dy));
        SHOW("double log10", double, 8, log10(dx));
        ARITHMETIC("extended", long double, 10, lx, ly);
        SHOW("extended sqrt", long double, 10, sqrtl(lx));
        SHOW("extended ceil", long double, 10, ceill(lx));
        SHOW("extended round", long double, 10, roundl(lx));
        SHOW("extended ldexp", long double, 10, ldexpl(lx, by));
        ARITHMETIC("quad", __float128, 16, qx, qy);
        SHOW("quad sqrt", __float128, 16, sqrtf128(qx));
    }
}
