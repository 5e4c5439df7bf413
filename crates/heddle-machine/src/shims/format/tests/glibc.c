/*
 * Writes glibc.txt: what glibc prints, one case a line, as format, arguments and
 * result with tabs between. Run it again after adding a case:
 *
 *     cc -w glibc.c -o glibc && ./glibc > glibc.txt
 *
 * Arguments are i (int), l (long), q (long long), p (pointer), d (double), D (long
 * double: mantissa, then sign and exponent) with their bits, and s (string).
 */
#include <float.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static char out[8192];

#define LINE(f, args, ...) (printf("%s\t", f), args, snprintf(out, sizeof out, f, __VA_ARGS__), printf("\t%s\n", out))
#define I(f, x) LINE(f, printf("i:%x", (unsigned)(x)), (int)(x))
#define L(f, x) LINE(f, printf("l:%lx", (unsigned long)(x)), (long)(x))
#define Q(f, x) LINE(f, printf("q:%llx", (unsigned long long)(x)), (long long)(x))
#define P(f, x) LINE(f, printf("p:%lx", (unsigned long)(x)), (void *)(x))
#define S(f, x) LINE(f, printf("s:%s", x ? x : "!"), (char *)x)
#define II(f, a, x) LINE(f, printf("i:%x i:%x", (unsigned)(a), (unsigned)(x)), (int)(a), (int)(x))
#define III(f, a, b, x) \
    LINE(f, printf("i:%x i:%x i:%x", (unsigned)(a), (unsigned)(b), (unsigned)(x)), (int)(a), (int)(b), (int)(x))
#define IS(f, a, x) LINE(f, printf("i:%x s:%s", (unsigned)(a), x), (int)(a), (char *)x)

static void D(const char *f, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, 8);
    LINE(f, printf("d:%lx", bits), x);
}

static void IID(const char *f, int a, int b, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, 8);
    LINE(f, printf("i:%x i:%x d:%lx", (unsigned)a, (unsigned)b, bits), a, b, x);
}

static void LD(const char *f, long double x)
{
    uint64_t mantissa;
    uint16_t high;
    memcpy(&mantissa, &x, 8);
    memcpy(&high, (char *)&x + 8, 2);
    LINE(f, printf("D:%lx:%x", mantissa, high), x);
}

static void integers(void)
{
    static const char *const formats[] = {
        "%d", "%i", "%5d", "%-5d|", "%05d", "%+d", "% d", "%+ d", "%.3d", "%8.3d", "%-8.3d|", "%08.3d",
        "%.0d", "%.d", "%+.0d", "%'d", "%u", "%5u", "%+u", "% u", "%o", "%#o", "%.3o", "%#.3o", "%#.0o",
        "%#5o", "%#05o", "%x", "%X", "%#x", "%#X", "%#8x", "%#08x", "%-#8x|", "%#.4x", "%#10.4x", "%+x",
        "%#.0x", "%hhd", "%hhu", "%hhx", "%hd", "%hu", "%#b", "%b", "%#010b", "%-+6d|", "%-05d|", "%0+6d",
    };
    static const int values[] = {0, 1, -1, 42, -129, 65535, 2147483647, -2147483647 - 1};
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
        for (size_t v = 0; v < sizeof values / sizeof *values; v++)
            I(formats[f], values[v]);
    I("%c", 'x'), I("%3c|", 'x'), I("%-3c|", 'x'), I("%03c|", 'x'), I("%lc", 'x'), I("%c", 0x141);
    L("%ld", -1), L("%lu", -1), L("%lx", 1ul << 63), L("%zu", 7), L("%td", -7), L("%lo", 8), L("%zd", -3);
    Q("%lld", 1ll << 63), Q("%llu", -1), Q("%jd", -5), Q("%qd", -6), Q("%Ld", -7), Q("%#llo", 1ull << 63);
    P("%p", 0), P("%p", 1), P("%10p|", 0), P("%-10p|", 0), P("%010p|", 0), P("%.2p", 0), P("%p", 0x7ffff7fe1a50);
    P("%20p|", 0x1234), P("%-20p|", 0x1234), P("%020p", 0x1234), P("%.8p", 0x1234), P("%+p", 0x1234), P("% p", 0);
    II("%*d|", 6, 42), II("%*d|", -6, 42), II("%.*d", 4, 42), II("%.*d", -4, 0), II("%0*d", 6, -42);
    III("%*.*d|", 8, 4, 42), III("%-*.*d|", 8, 4, -42), III("%*.*x|", -8, -1, 255), III("%3$d %1$d %2$x", 1, 2, 3);
    III("%3$*1$.*2$d|", 6, 2, 3), II("%2$d%%%1$d", 1, 2), I("100%%: %d%5%", 3);
}

static void strings(void)
{
    S("%s", "hello"), S("[%s]", ""), S("%10s|", "hello"), S("%-10s|", "hello"), S("%.3s", "hello"), S("%.0s|", "hello");
    S("%.9s", "hello"), S("%8.3s|", "hello"), S("%-8.3s|", "hello"), S("%05s", "abc"), S("%#s", "abc"), S("%+s", "abc");
    S("%s", (char *)0), S("%.5s|", (char *)0), S("%.6s|", (char *)0), S("%10s|", (char *)0);
    IS("%*s|", 7, "abc"), IS("%.*s|", 2, "abc"), IS("%.*s|", -2, "abc"), IS("%-*s|", 7, "abc"), IS("%*s|", -7, "abc");
}

static void floats(void)
{
    static const char *const formats[] = {
        "%f", "%.0f", "%#.0f", "%.1f", "%.20f", "%10.2f", "%-10.2f|", "%010.2f", "%+.2f", "% .2f", "%F", "%e", "%.0e",
        "%#.0e", "%.3e", "%15.3e|", "%-15.3e|", "%015.3E", "%g", "%.0g", "%#g", "%.3g", "%.10g", "%.17g", "%#.3g",
        "%G", "%12g|", "%012g", "%a", "%A", "%.0a", "%.1a", "%.3a", "%#.0a", "%20a|", "%-20a|", "%020a", "%+a", "%.15a",
    };
    static const double values[] = {
        0.0, -0.0, 1.0, -1.5, 0.5, 1.5, 2.5, 0.25, 0.1, 123456789.0, 999999.5, 9999995.0, 0.0001, 0.00001234,
        99999.95, 1e22, 1e23, 1.0 / 3, 1e-7, 1e100, 3.9999999, 15.96875, 1.96875,
        DBL_MAX, DBL_MIN, 4.9406564584124654e-324, -2.2250738585072009e-308,
        __builtin_inf(), -__builtin_inf(), __builtin_nan(""), -__builtin_nan(""),
    };
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
        for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
            /* glibc 2.36 loses the zeros of %#g where rounding adds a digit. */
            if (strcmp(formats[f], "%#g") || values[v] != 999999.5)
                D(formats[f], values[v]);
        }
    IID("%*.*f|", 10, 2, 2.675), IID("%-*.*e|", 12, 2, 2.675), IID("%*.*g|", -12, -1, 2.675);
    D("%.60f", 0.1), D("%.1074f", 4.9406564584124654e-324), D("%.340e", 0.1), D("%lf", 1.25), D("%'.2f", 1234567.0);
}

static void long_doubles(void)
{
    static const char *const formats[] = {
        "%Lf", "%.0Lf", "%.30Lf", "%Le", "%.25Le", "%Lg", "%.21Lg", "%#Lg", "%La", "%.0La", "%.1La", "%.5LA", "%30La|",
        "%030Lf", "%llf", "%.3LE", "%+LG",
    };
    static const long double values[] = {
        0.0L, -0.0L, 1.0L, -1.5L, 0.5L, 2.5L, 0.1L, 1.0L / 3, 3.14159265358979323846264338327950288L, 1e30L, 1e-30L,
        1e4000L, 1e-4000L, 0x1.fffffffffffffffep0L, 0xf.fffffp3L, 1234567.5L, LDBL_MAX, LDBL_MIN, LDBL_TRUE_MIN,
        __builtin_infl(), -__builtin_infl(), __builtin_nanl(""),
    };
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
        for (size_t v = 0; v < sizeof values / sizeof *values; v++)
            LD(formats[f], values[v]);
}

int main(void)
{
    integers();
    strings();
    floats();
    long_doubles();
}
